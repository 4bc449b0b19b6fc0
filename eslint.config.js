import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'eslint/config';
import playwright from 'eslint-plugin-playwright';
import tseslint from 'typescript-eslint';
import { kebabCaseRule } from './lab/tools/kebab-case-rule.js';

const environmentMessage =
  'The environment is shared by all code of a process: pass settings as arguments, and the env of a child process to it.';

const environmentWrites = [
  "AssignmentExpression[left.object.object.name='process'][left.object.property.name='env']",
  "AssignmentExpression[left.object.name='process'][left.property.name='env']",
  "UnaryExpression[operator='delete'][argument.object.object.name='process'][argument.object.property.name='env']",
  "CallExpression[callee.object.name='Object'][callee.property.name='assign']" +
    "[arguments.0.object.name='process'][arguments.0.property.name='env']",
].map((selector) => ({ selector, message: environmentMessage }));

const doubleCast = {
  selector: "TSAsExpression[expression.type='TSAsExpression'][expression.typeAnnotation.type='TSUnknownKeyword']",
  message: '`as unknown as` hides a wrong type from the compiler: declare the type, or parse the value by a schema.',
};

const enumDeclaration = {
  selector: 'TSEnumDeclaration',
  message: 'A union of literals is data, and needs no import.',
};

const expectOfOk = {
  selector: "CallExpression[callee.name='expect'] > MemberExpression.arguments:first-child[property.name='ok']",
  message: 'It fails without naming the call: expect(response).toSucceed(), .not.toSucceed() or .toHaveStatus().',
};

const everywhere = [...environmentWrites, enumDeclaration];

const printMessage =
  'Words of a tracker or a file may control a terminal or a CI system: print them by fixtures/reporting/print.ts.';

const consoleWrites = [
  'MemberExpression[object.name="process"][property.name=/^std(out|err)$/]',
  'MemberExpression[object.name="process"][computed=true]:not([property.type="Literal"])',
  'VariableDeclarator[init.name="process"]',
  'ImportDeclaration[source.value=/^(node:)?process$/]',
].map((selector) => ({ selector, message: printMessage }));

export default defineConfig(
  {
    ignores: ['dist/', 'tracker-output/', 'examples/consumer/', 'lab/proof/second-tracker/!(main).ts'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './fake/console/browser/tsconfig.json', './reports/matrix/browser/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { project: { rules: { 'kebab-case-file-name': kebabCaseRule } } },
    rules: {
      'project/kebab-case-file-name': 'error',
      'no-restricted-syntax': ['error', ...everywhere, doubleCast],
      // There is no enum to assign to, and looking for one takes a tenth of the time of all rules.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // `const { bytes, ...row } = attachment` is how a property is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Messages name counts, ids and statuses; a number reads the same in any template. The classes are the rule's
      // own default, which misses those that Node declares.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allow: ['Error', 'URL', 'URLSearchParams'] },
      ],
      // `() => stream.destroy()` as a callback says what it does; only a void result that is kept is a mistake.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // It asks for `value!`, which the strict rules forbid; a cast names the type it claims.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      // Record has no readonly form: `{ readonly [Name in Names]: Value }` says what is meant.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // A key of a record may look like one: `headers['Connection']` beside `headers['Content-Type']`.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // Record<never, never> in a conditional type is how the table's types say `asks for nothing`.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // Controls and clients are closures whose interfaces use method style; they have no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['**/*.js', '**/*.cjs'], extends: [tseslint.configs.disableTypeChecked] },
  {
    // These talk to people.
    files: ['lab/{bench,proof,tools}/**', 'examples/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // These print what trackers and files say.
    files: ['cli/**', 'reports/**', 'fixtures/**'],
    ignores: ['fixtures/reporting/print.ts', 'reports/allure/report/make-report.js'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, doubleCast, ...consoleWrites] },
  },
  {
    // Two runs may write a report at once. The other files are of one run, or empty.
    files: ['reports/**'],
    ignores: ['reports/replace.ts', 'reports/writing-problems.ts', 'reports/status/**', 'reports/allure/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        ...['node:fs', 'node:fs/promises'].map((name) => ({
          name,
          importNames: ['writeFile', 'writeFileSync', 'createWriteStream'],
          message: 'Two runs may write a report at once: write it by replaceFile.',
        })),
      ],
    },
  },
  {
    // The types of @fastify/busboy leave out that a part can be without a name.
    files: ['fake/server/read-uploads.ts'],
    rules: {
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-useless-default-assignment': 'off',
    },
  },
  {
    // lab/dependency-cruiser.cjs keeps the fake from importing these files; this keeps it from their names in the index.
    files: ['fake/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: 'contracts/index\\.js$',
              importNames: exportedNames(/(^|\/)responses\.ts$|^report\//),
              message: 'The fake must not prove itself: it may not know how answers are checked or reported.',
            },
          ],
        },
      ],
    },
  },
  {
    // Undocumented parts of Playwright have no types.
    files: ['fixtures/playwright-internals/**'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...consoleWrites] },
  },
  {
    files: ['specs/**', 'lab/tests/**'],
    extends: [playwright.configs['flat/recommended']],
    rules: {
      // A fixture such as expectUnchanged asserts, and so does observe, which compares an answer with an assumption.
      'playwright/expect-expect': [
        'error',
        { assertFunctionPatterns: ['^(.+\\.)?(expect[A-Z]\\w*|observe\\w*|oneOf|orUnclear)$'] },
      ],
      // `test.describe(...describeEndpoint('listByProject'), () => …)`: the endpoint table has the title.
      'playwright/valid-title': ['error', { ignoreTypeOfDescribeName: true }],
      // Skipping with a condition and a reason is how a spec says what the tracker at hand can't provide.
      'playwright/no-skipped-test': ['error', { allowConditional: true }],
      'no-restricted-syntax': ['error', ...everywhere, doubleCast, expectOfOk],
      // Prettier's field.
      'playwright/consistent-spacing-between-blocks': 'off',
    },
  },
  {
    // Tests of the harness pass parts of what Playwright and the fixtures hand out.
    files: ['lab/tests/**'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, expectOfOk] },
  },
);

/** The names that the files of contracts/ whose path there matches export. */
function exportedNames(path) {
  const contracts = new URL('contracts/', import.meta.url);
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const texts = files.filter((file) => path.test(file)).map((file) => readFileSync(new URL(file, contracts), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/^export (?:const|function|interface|type) (\w+)/gm)].map(([, name]) => name),
  );
}
