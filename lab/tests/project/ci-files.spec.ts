import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const manifestOf = (folder: string) =>
  JSON.parse(text(join(folder, 'package.json'))) as {
    scripts: Readonly<Record<string, string>>;
    engines: { readonly node: string };
    peerDependencies: Readonly<Record<string, string>>;
  };
const { scripts, engines, peerDependencies } = manifestOf('.');

test('the number of shards is the same in all places, and one that fails in Kubernetes does not end the others', () => {
  const workflow = text('examples/ci/github-actions.yml');
  const [, list = ''] = /shard: \[([\d, ]+)\]/.exec(workflow) ?? [];
  const [, total = ''] = /--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(workflow) ?? [];
  const kubernetes = parseAllDocuments(text('examples/ci/kubernetes.yml')).map((one) => JSON.stringify(one.toJS()));
  const [, , job, gate] = kubernetes;

  expect(list.split(',').map(Number)).toEqual(Array.from({ length: Number(total) }, (_, index) => index + 1));
  expect(job).toMatch(/"completions":4,"parallelism":4,.*--shard=\$shard\/4 /);
  expect(gate).toContain('-lt 4 ]');
  expect(job).toContain('"backoffLimitPerIndex":0');
  expect(job).not.toContain('"backoffLimit":');
});

test.describe('the workflow of this project', () => {
  const workflow = text('.github/workflows/ci.yml');
  const versions = text('docs/supported-versions.md');
  /** The versions that the page names for something. */
  const documented = (what: string) =>
    versions
      .split('\n')
      .find((line) => line.startsWith(`| ${what} `))
      ?.split('|')[2];

  test('runs .ci/run and nothing else, whose scripts there are', () => {
    expect([...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, line]) => line)).toEqual(['.ci/run']);
    expect(workflow).not.toContain('run: |');
    const calls = text('.ci/run')
      .replace(/^#.*$/gm, '')
      .matchAll(/\bnpm (?:run )?(?:--silent )?(?:-w lab )?([a-z][\w:-]*)/g);
    const known = ['ci', ...Object.keys({ ...scripts, ...manifestOf('lab').scripts })];
    expect([...calls].map(([, name = '']) => name).filter((name) => !known.includes(name))).toEqual([]);
  });

  test('runs on each version of Node that is supported, the oldest as package.json says', () => {
    const [, oldest, majors = ''] = /^ ([\d.]+) or newer in ([\d, ]+\d) *$/.exec(documented('Node.js') ?? '') ?? [];
    const [, matrix] = /^ +node: \[(.+)\]$/m.exec(workflow) ?? [];

    expect(matrix).toBe(majors);
    expect(engines.node).toBe(`>=${oldest}`);
    expect(majors.split(', ')[0]).toBe(oldest?.split('.')[0]);
  });

  for (const name of ['@playwright/test', 'allure-playwright', 'allure']) {
    test(`the versions of ${name} that are supported are those that package.json asks for`, () => {
      const [, oldest, next] =
        /^ ([\d.]+) or newer(?:, below (\d+))?(?:, optional)? *$/.exec(documented(`\`${name}\``) ?? '') ?? [];

      expect(peerDependencies[name]).toBe(`>=${oldest}${next === undefined ? '' : ` <${next}`}`);
    });
  }
});
