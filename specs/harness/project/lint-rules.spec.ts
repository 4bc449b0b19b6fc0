import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ESLint } from 'eslint';

// If CI is set, typescript-eslint reads the types of a file from disk, not from the text it is given.
const eslint = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { disallowAutomaticSingleRunInference: true } } },
});

/** The ids of the rules that find fault with a text, were it the text of the file. */
async function problemsOf(file: string, text: string): Promise<(string | null)[]> {
  const results = await eslint.lintText(text, { filePath: join(process.cwd(), file) });
  return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
}

/** A spec that leans on helpers of the fixtures, with one statement as the body of its only test. */
function specWith(statement: string): string {
  return `import { test } from '@playwright/test';

declare function describeEndpoint(name: string): [title: string, details: { tag: string[] }];
declare const tracker: { expectUnchanged(): Promise<void>; read(): Promise<number> };
declare function observe(id: string, value: unknown): void;

test.describe(...describeEndpoint('listByProject'), () => {
  test('lists the entries', { tag: '@DT-01' }, async () => {
    test.skip(process.env['CI'] === 'never', 'needs an entry');
    observe('DT-N01', 0);
    await tracker.expectUnchanged();
    ${statement}
  });
});
`;
}

test.describe('lint rules', () => {
  // One worker: each would read the whole project for its types.
  test.describe.configure({ mode: 'default' });

  test('a correct spec has no problem', async () => {
    expect(await problemsOf('specs/harness/project/lint-rules.spec.ts', specWith('await tracker.read();'))).toEqual([]);
  });

  test('a promise that is not awaited is a problem', async () => {
    const problems = await problemsOf('specs/harness/project/lint-rules.spec.ts', specWith('tracker.read();'));
    expect(problems).toEqual(['@typescript-eslint/no-floating-promises']);
  });

  test('a test that asserts nothing is a problem', async () => {
    const text = "import { test } from '@playwright/test';\n\ntest('lists', () => {\n  JSON.parse('1');\n});\n";
    expect(await problemsOf('specs/harness/project/lint-rules.spec.ts', text)).toEqual(['playwright/expect-expect']);
  });

  test('any is a problem', async () => {
    expect(await problemsOf('fake/index.ts', 'export let value: any;\n')).toEqual([
      '@typescript-eslint/no-explicit-any',
    ]);
  });

  test('printing is a problem in the fake and none in a tool', async () => {
    const text = "console.log('listening');\n";
    expect(await problemsOf('fake/index.ts', text)).toEqual(['no-console']);
    expect(await problemsOf('tools/check-imports.ts', text)).toEqual([]);
  });

  test('a response schema that reaches the fake through the index of contracts is a problem', async () => {
    const text = "export { entrySchema } from '../contracts/index.js';\n";
    expect(await problemsOf('fake/index.ts', text)).toEqual(['no-restricted-imports']);
    expect(await problemsOf('fake/index.ts', text.replace('entrySchema', 'defaultsItemSchema'))).toEqual([]);
  });

  test('a file name that is not in kebab-case is a problem', async () => {
    expect(await problemsOf('tools/readBody.js', '')).toEqual(['project/kebab-case-file-name']);
    expect(await problemsOf('tools/read-body.js', '')).toEqual([]);
  });

  for (const statement of [
    "process.env['PROXY'] = 'none';",
    'process.env.PROXY ??= "none";',
    'process.env = {};',
    "delete process.env['PROXY'];",
    "Object.assign(process.env, { PROXY: 'none' });",
  ]) {
    test(`a write to the environment is a fault: ${statement}`, async () => {
      expect(await problemsOf('cli/main.ts', `${statement}\n`)).toContain('no-restricted-syntax');
    });
  }

  test('reading the environment, or a copy of it with more, is none', async () => {
    const text = "export const env = Object.assign({}, process.env, { PROXY: process.env['HOME'] });\n";
    expect(await problemsOf('cli/main.ts', text)).toEqual([]);
  });

  test('a cast by way of unknown is a fault but where undocumented parts of Playwright have no types', async () => {
    const text = "export const number = 'one' as unknown as number;\n";
    expect(await problemsOf('cli/main.ts', text)).toEqual(['no-restricted-syntax']);
    expect(await problemsOf('fixtures/playwright-internals/call-location.ts', text)).toEqual([]);
  });
});
