import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { check } from 'prettier';
import { parseAllDocuments } from 'yaml';
import { reportKinds } from '../../../contracts/index.js';

const root = join(import.meta.dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const manifestOf = (folder: string) =>
  JSON.parse(text(join(folder, 'package.json'))) as {
    scripts: Readonly<Record<string, string>>;
    engines: { readonly node: string };
    peerDependencies: Readonly<Record<string, string>>;
  };
const { scripts, engines, peerDependencies } = manifestOf('.');

const files = ['examples/ci/github-actions.yml', 'examples/ci/gitlab-ci.yml', 'examples/ci/kubernetes.yml'];

/** The scripts and commands of npm that a text calls. */
function scriptsIn(workflow: string): string[] {
  return [...workflow.matchAll(/\bnpm (?:run )?(?:--silent )?(?:-w lab )?([a-z][\w:-]*)/g)].map(
    ([, name = '']) => name,
  );
}

for (const file of files) {
  test.describe(file, () => {
    test('is YAML that a parser reads', async () => {
      expect(await check(text(file), { parser: 'yaml', printWidth: 120, singleQuote: true })).toBe(true);
    });

    test('calls only scripts that there are', () => {
      const called = scriptsIn(text(file));

      expect(called.filter((name) => !['ci', ...Object.keys(scripts)].includes(name))).toEqual([]);
      expect(new Set(called)).toEqual(new Set(['ci', 'start', 'tracker-e2e']));
    });

    test('asks for reports that there are, and keeps the folder they are in', () => {
      const [, kinds = ''] = /--reports (\S+)/.exec(text(file)) ?? [];

      expect(kinds.split(',').filter((kind) => !reportKinds.some((known) => known === kind))).toEqual([]);
      expect(text(file)).toMatch(/tracker-output\/merged\/|TRACKER_OUTPUT="\$run\/report"/);
    });

    test('names settings that are documented', () => {
      const named = [...text(file).matchAll(/\bTRACKER_\w+/g)].map(([name]) => name);
      const documented = text('docs/settings.md');

      expect(named.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
    });

    test('has no errors, warnings or names that are there twice', () => {
      const documents = parseAllDocuments(text(file));

      expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    });

    test('is linked from docs/ci.md', () => {
      expect(text('docs/ci.md')).toContain(`(../${file})`);
    });
  });
}

test('the number of shards in the GitHub file is the same in both places', () => {
  const workflow = text('examples/ci/github-actions.yml');
  const [, list = ''] = /shard: \[([\d, ]+)\]/.exec(workflow) ?? [];
  const [, total = ''] = /--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(workflow) ?? [];

  expect(list.split(',').map(Number)).toEqual(Array.from({ length: Number(total) }, (_, index) => index + 1));
});

test('a shard that fails in Kubernetes does not end the others', () => {
  const [, , job] = parseAllDocuments(text('examples/ci/kubernetes.yml')).map((one) => JSON.stringify(one.toJS()));

  expect(job).toContain('"backoffLimitPerIndex":0');
  expect(job).not.toContain('"backoffLimit":');
});

test('the number of shards in the Kubernetes file is the same in all places', () => {
  const [, , job, gate] = parseAllDocuments(text('examples/ci/kubernetes.yml')).map((one) =>
    JSON.stringify(one.toJS()),
  );

  expect(job).toMatch(/"completions":4,"parallelism":4,.*--shard=\$shard\/4 /);
  expect(gate).toContain('-lt 4 ]');
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
    const called = scriptsIn(text('.ci/run').replace(/^#.*$/gm, ''));
    const known = ['ci', ...Object.keys({ ...scripts, ...manifestOf('lab').scripts })];
    expect(called.filter((name) => !known.includes(name))).toEqual([]);
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
