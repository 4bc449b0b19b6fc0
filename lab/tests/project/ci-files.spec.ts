import { expect, test } from '@playwright/test';
import { parseAllDocuments } from 'yaml';
import { projectText } from '../fixtures/run-specs.js';

const { engines, peerDependencies } = JSON.parse(projectText('package.json')) as {
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
};

test('the number of shards is the same in all places, and one that fails in Kubernetes does not end the others', () => {
  const workflow = projectText('examples/ci/github-actions.yml');
  const [, list = ''] = /shard: \[([\d, ]+)\]/.exec(workflow) ?? [];
  const [, total = ''] = /--shard=\$\{\{ matrix\.shard \}\}\/(\d+)/.exec(workflow) ?? [];
  const kubernetes = parseAllDocuments(projectText('examples/ci/kubernetes.yml')).map((one) =>
    JSON.stringify(one.toJS()),
  );
  const [, , job, gate] = kubernetes;

  expect(list.split(',').map(Number)).toEqual(Array.from({ length: Number(total) }, (_, index) => index + 1));
  expect(job).toMatch(/"completions":4,"parallelism":4,.*--shard=\$shard\/4 /);
  expect(gate).toContain('-lt 4 ]');
  expect(job).toContain('"backoffLimitPerIndex":0');
  expect(job).not.toContain('"backoffLimit":');
});

test.describe('the workflow of this project', () => {
  const workflow = projectText('.github/workflows/ci.yml');
  const versions = projectText('docs/supported-versions.md');
  /** The versions that the page names for something. */
  const documented = (what: string) =>
    versions
      .split('\n')
      .find((line) => line.startsWith(`| ${what} `))
      ?.split('|')[2];

  test('runs .ci/run and nothing else', () => {
    expect(workflow.match(/(?<=- run: ).*/g)).toEqual(['.ci/run']);
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
