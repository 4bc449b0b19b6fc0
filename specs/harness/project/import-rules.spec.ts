import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { findImportViolations } from '../../../tools/find-import-violations.js';

type Tree = Readonly<Record<string, string>>;

const manifest = JSON.stringify({
  dependencies: { zod: '*' },
  devDependencies: { prettier: '*', '@playwright/test': '*' },
});

/** Writes a small source tree, checks its imports and answers the texts of what is forbidden in it. */
async function violationsOf(tree: Tree, testInfo: TestInfo): Promise<readonly string[]> {
  const root = testInfo.outputPath('tree');
  for (const [path, text] of Object.entries({ 'package.json': manifest, ...tree })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { violations } = await findImportViolations(root);
  return violations;
}

interface BannedImport {
  readonly title: string;
  readonly tree: Tree;
  /** The import that is found, and the rule that forbids it. */
  readonly found: string;
  /** A part of the reason that is printed with it. */
  readonly reason: string;
}

const value = 'export const it = 1;\n';

const banned: readonly BannedImport[] = [
  {
    title: 'contracts importing fixtures',
    tree: { 'contracts/index.ts': "export * from '../fixtures/index.js';\n", 'fixtures/index.ts': value },
    found: 'contracts/index.ts -> fixtures/index.ts (contracts-import-zod-only)',
    reason: 'it may lean on zod, on leven',
  },
  {
    title: 'builders importing a module of Node',
    tree: { 'builders/index.ts': "import 'node:fs/promises';\n" },
    found: 'builders/index.ts -> fs/promises (builders-stay-pure)',
    reason: 'Builders are pure and seeded',
  },
  {
    title: 'fake importing response schemas',
    tree: { 'fake/index.ts': "import '../contracts/tracker/responses.js';\n", 'contracts/tracker/responses.ts': value },
    found: 'fake/index.ts -> contracts/tracker/responses.ts (fake-not-to-responses)',
    reason: 'The fake must not prove itself',
  },
  {
    title: 'fake importing the types of responses',
    tree: {
      'fake/index.ts': "import type { It } from '../contracts/tracker/responses.js';\nexport type Mine = It;\n",
      'contracts/tracker/responses.ts': 'export type It = 1;\n',
    },
    found: 'fake/index.ts -> contracts/tracker/responses.ts (fake-not-to-responses)',
    reason: 'The fake must not prove itself',
  },
  {
    title: 'fake importing what fixtures tell the reports',
    tree: {
      'fake/index.ts': "import '../contracts/report/annotations.js';\n",
      'contracts/report/annotations.ts': value,
    },
    found: 'fake/index.ts -> contracts/report/annotations.ts (fake-not-to-report-contract)',
    reason: 'a tracker knows nothing of tests',
  },
  {
    title: 'fake importing builders',
    tree: { 'fake/index.ts': "import '../builders/index.js';\n", 'builders/index.ts': value },
    found: 'fake/index.ts -> builders/index.ts (fake-imports-contracts-only)',
    reason: 'The fake stands for a tracker at the other end of the wire',
  },
  {
    title: 'the tracker of the fake importing an API',
    tree: {
      'fake/tracker/issues.ts': "import '../test-management/steps.js';\n",
      'fake/test-management/steps.ts': value,
    },
    found: 'fake/tracker/issues.ts -> fake/test-management/steps.ts (fake-tracker-imports-lower-folders)',
    reason: 'as an API hands the tracker its Extension',
  },
  {
    title: 'an API of the fake importing another',
    tree: {
      'fake/directory-sync/lists.ts':
        "import type { It } from '../default-templates/entries.js';\nexport type Mine = It;\n",
      'fake/default-templates/entries.ts': 'export type It = 1;\n',
    },
    found:
      'fake/directory-sync/lists.ts -> fake/default-templates/entries.ts (fake-directory-sync-imports-lower-folders)',
    reason: 'import what is below them',
  },
  {
    title: 'a folder of the fake importing what starts it',
    tree: { 'fake/server/router.ts': "import '../start-fake.js';\n", 'fake/start-fake.ts': value },
    found: 'fake/server/router.ts -> fake/start-fake.ts (fake-server-imports-lower-folders)',
    reason: 'The folders of the fake stand in one order',
  },
  {
    title: 'a fixture outside target importing the fake',
    tree: { 'fixtures/other/client.ts': "import '../../fake/index.js';\n", 'fake/index.ts': value },
    found: 'fixtures/other/client.ts -> fake/index.ts (fake-from-target-only)',
    reason: 'Only fixtures/target/',
  },
  {
    title: 'fixtures importing reports',
    tree: { 'fixtures/index.ts': "import '../reports/matrix-reporter.js';\n", 'reports/matrix-reporter.ts': value },
    found: 'fixtures/index.ts -> reports/matrix-reporter.ts (fixtures-import-contracts-and-builders)',
    reason: 'goes through contracts/report/',
  },
  {
    title: 'specs importing the fake',
    tree: { 'specs/directory-sync/user.spec.ts': "import '../../fake/index.js';\n", 'fake/index.ts': value },
    found: 'specs/directory-sync/user.spec.ts -> fake/index.ts (specs-import-public-api-only)',
    reason: 'It must not know where it runs (never the fake)',
  },
  {
    title: 'specs importing a fixture past its index',
    tree: { 'specs/directory-sync/user.spec.ts': "import '../../fixtures/ledger.js';\n", 'fixtures/ledger.ts': value },
    found: 'specs/directory-sync/user.spec.ts -> fixtures/ledger.ts (specs-import-public-api-only)',
    reason: 'fixtures/index.ts, builders/index.ts and types of contracts',
  },
  {
    title: 'specs importing values of contracts',
    tree: { 'specs/directory-sync/user.spec.ts': "import '../../contracts/index.js';\n", 'contracts/index.ts': value },
    found: 'specs/directory-sync/user.spec.ts -> contracts/index.ts (specs-import-types-of-contracts-only)',
    reason: 'Use `import type`',
  },
  {
    title: 'reports importing fixtures',
    tree: { 'reports/matrix-reporter.ts': "import '../fixtures/index.js';\n", 'fixtures/index.ts': value },
    found: 'reports/matrix-reporter.ts -> fixtures/index.ts (reports-import-contracts-only)',
    reason: 'A reporter runs in another process than the tests',
  },
  {
    title: 'the command importing specs',
    tree: { 'cli/main.ts': "import '../specs/helper.js';\n", 'specs/helper.ts': value },
    found: 'cli/main.ts -> specs/helper.ts (nothing-imports-specs)',
    reason: 'Only Playwright loads specs',
  },
  {
    title: 'a tool importing contracts',
    tree: { 'tools/check.ts': "import '../contracts/index.js';\n", 'contracts/index.ts': value },
    found: 'tools/check.ts -> contracts/index.ts (tools-import-nothing-of-ours)',
    reason: 'must also run when the source is broken',
  },
  {
    title: 'a cycle',
    tree: { 'fake/a.ts': "import './b.js';\n", 'fake/b.ts': "import './a.js';\n" },
    found: 'fake/a.ts -> fake/b.ts -> fake/a.ts (no-cycles)',
    reason: 'Move what both need to a third file',
  },
  {
    title: 'a cycle of types',
    tree: {
      'fake/a.ts': "import type { B } from './b.js';\nexport type A = B[];\n",
      'fake/b.ts': "import type { A } from './a.js';\nexport type B = A[];\n",
    },
    found: 'fake/a.ts -> fake/b.ts -> fake/a.ts (no-cycles)',
    reason: 'that holds for types too',
  },
  {
    title: 'a file that nothing imports',
    tree: { 'fake/left-over.ts': value },
    found: 'fake/left-over.ts (no-orphans)',
    reason: 'Use it or delete it',
  },
  {
    title: 'the package importing a development dependency',
    tree: { 'fixtures/index.ts': "import 'prettier';\n" },
    found: '(package-imports-no-dev-dependency)',
    reason: 'is not there when the package is installed',
  },
  {
    title: 'the package importing a package it does not declare',
    tree: { 'cli/main.ts': "import 'commander';\n" },
    found: '(package-imports-declared-dependencies-only)',
    reason: 'Declare it',
  },
  {
    title: 'an import of a file that is not there',
    tree: { 'cli/main.ts': "import './gone.js';\n" },
    found: 'cli/main.ts -> ./gone.js (imports-resolve)',
    reason: 'does not exist',
  },
];

test.describe('import rules', () => {
  for (const { title, tree, found, reason } of banned) {
    test(`${title} is reported with its reason`, async ({}, testInfo) => {
      const violations = await violationsOf(tree, testInfo);
      expect(violations.join('\n')).toContain(found);
      expect(violations.find((violation) => violation.includes(found))).toContain(reason);
    });
  }

  test('imports the table allows are not reported', async ({}, testInfo) => {
    const violations = await violationsOf(
      {
        'contracts/index.ts':
          "import { z } from 'zod';\nexport * from './tracker/endpoints.js';\nexport type Text = z.ZodString;\n",
        'contracts/tracker/endpoints.ts': "export * from './responses.js';\n",
        'contracts/tracker/responses.ts': value,
        'builders/index.ts': "export * from '../contracts/index.js';\n",
        'fake/index.ts':
          "import 'node:http';\nexport * from '../contracts/index.js';\nexport * from './tracker/issues.js';\n",
        'fake/tracker/issues.ts': "export * from '../server/answer.js';\n",
        'fake/server/answer.ts': value,
        'fixtures/index.ts':
          "import '@playwright/test';\nexport * from '../builders/index.js';\nexport * from './target/target.js';\n",
        'fixtures/target/target.ts': "export * from '../../fake/index.js';\n",
        'reports/matrix-reporter.ts': "export * from '../contracts/index.js';\n",
        'cli/main.ts':
          "import '../fixtures/index.js';\nimport '../fake/index.js';\nimport '../reports/matrix-reporter.js';\n",
        'specs/directory-sync/user.spec.ts':
          "import type { Text } from '../../contracts/index.js';\nimport '../../fixtures/index.js';\nimport '../../builders/index.js';\nexport type Mine = Text;\n",
        'specs/harness/fake.spec.ts':
          "import '../../fake/index.js';\nimport '../../contracts/index.js';\nimport '../../cli/main.js';\n",
      },
      testInfo,
    );
    expect(violations).toEqual([]);
  });

  test('a check that does not read every file fails', async ({}, testInfo) => {
    const unread = { 'fake/index.ts': value, 'fake/node_modules/left-out.ts': value };
    await expect(violationsOf(unread, testInfo)).rejects.toThrow(
      'dependency-cruiser read 1 of 2 .ts files; fake/node_modules/left-out.ts is not among them.',
    );
  });

  test('a check that finds no file fails', async ({}, testInfo) => {
    await expect(violationsOf({ 'docs/index.ts': value }, testInfo)).rejects.toThrow(
      'There are no .ts files in the source folders',
    );
  });
});
