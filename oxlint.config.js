import playwright from 'eslint-plugin-playwright';
import { defineConfig } from 'oxlint';

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
  'Words of a tracker or a file may control a terminal or a CI system: print them by client/print.ts.';

const consoleWrites = [
  'MemberExpression[object.name="process"][property.name=/^std(out|err)$/]',
  'MemberExpression[object.name="process"][computed=true]:not([property.type="Literal"])',
  'VariableDeclarator[init.name="process"]',
  'ImportDeclaration[source.value=/^(node:)?process$/]',
].map((selector) => ({ selector, message: printMessage }));

/** Rules beyond `correctness` that need no types. */
const plainRules = [
  'eqeqeq',
  'no-console',
  'no-empty-function',
  'no-useless-constructor',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'typescript/adjacent-overload-signatures',
  'typescript/array-type',
  'typescript/ban-ts-comment',
  'typescript/class-literal-property-style',
  'typescript/consistent-generic-constructors',
  'typescript/consistent-type-assertions',
  'typescript/consistent-type-definitions',
  'typescript/consistent-type-imports',
  'typescript/no-confusing-non-null-assertion',
  'typescript/no-dynamic-delete',
  'typescript/no-explicit-any',
  'typescript/no-extraneous-class',
  'typescript/no-inferrable-types',
  'typescript/no-invalid-void-type',
  'typescript/no-namespace',
  'typescript/no-non-null-asserted-nullish-coalescing',
  'typescript/no-non-null-assertion',
  'typescript/no-require-imports',
  'typescript/no-unsafe-function-type',
  'typescript/prefer-for-of',
  'typescript/prefer-function-type',
  'typescript/prefer-literal-enum-member',
  'typescript/unified-signatures',
  'unicorn/filename-case',
];

/** Rules beyond `correctness` that read types, of which JavaScript has none. */
const typedRules = [
  'no-deprecated',
  'no-misused-promises',
  'no-mixed-enums',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-comparison',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'only-throw-error',
  'prefer-find',
  'prefer-includes',
  'prefer-nullish-coalescing',
  'prefer-optional-chain',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-regexp-exec',
  'prefer-return-this-type',
  'prefer-string-starts-ends-with',
  'related-getter-setter-pairs',
  'require-await',
  'restrict-plus-operands',
  'use-unknown-in-catch-callback-variable',
];

const errors = (names) => Object.fromEntries(names.map((name) => [name, 'error']));

export default defineConfig({
  ignorePatterns: [
    'dist/',
    'tracker-output/',
    'examples/consumer/',
    'lab/proof/second-tracker/*',
    '!lab/proof/second-tracker/main.ts',
  ],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  plugins: ['typescript', 'unicorn', 'oxc', 'import'],
  jsPlugins: [
    { name: 'syntax', specifier: 'oxlint-plugin-eslint' },
    'eslint-plugin-playwright',
    './lab/import-rule.js',
    './lab/one-name-rule.js',
  ],
  categories: { correctness: 'error' },
  rules: {
    ...errors(plainRules),
    'project/imports': 'error',
    'names/one-meaning': 'error',
    // Files that import each other can only be read, moved and loaded together; that holds for types too.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'syntax/no-restricted-syntax': ['error', ...everywhere, doubleCast],
    // What is shown may be escape characters, what is spread a row made in place, and what is thenable a promise of ours.
    'no-control-regex': 'off',
    'unicorn/no-useless-spread': 'off',
    'unicorn/no-thenable': 'off',
    // An interface gives a type that is derived a name, which messages of the compiler show.
    'typescript/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    // `const { bytes, ...row } = attachment` is how a property is left out.
    'no-unused-vars': ['error', { ignoreRestSiblings: true }],
  },
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...errors(typedRules.map((name) => `typescript/${name}`)),
        // Messages name counts, ids and statuses; a number reads the same in any template. The classes are the rule's
        // own default, which misses those that Node declares.
        'typescript/restrict-template-expressions': [
          'error',
          { allowNumber: true, allow: ['Error', 'URL', 'URLSearchParams'] },
        ],
        // `() => stream.destroy()` as a callback says what it does; only a void result that is kept is a mistake.
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
        // Names are sorted as the code units of their characters are.
        'typescript/require-array-sort-compare': 'off',
        // A key of a record may look like one: `headers['Connection']` beside `headers['Content-Type']`.
        'typescript/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
        // Inside, interfaces use method style for closures, which have no `this` to lose.
        'typescript/unbound-method': 'off',
      },
    },
    {
      // Playwright reads from the pattern which fixtures a function wants.
      files: ['fixtures/**', 'specs/**', 'lab/{proof,tests}/**'],
      rules: { 'no-empty-pattern': 'off' },
    },
    {
      // These talk to people.
      files: ['lab/{bench,proof,tools}/**', 'examples/**'],
      rules: { 'no-console': 'off' },
    },
    {
      // These print what trackers and files say.
      files: ['cli/**', 'client/**', 'provide/**', 'reports/**', 'fixtures/**'],
      excludeFiles: ['client/print.ts', 'reports/allure/report/make-report.js'],
      rules: { 'syntax/no-restricted-syntax': ['error', ...everywhere, doubleCast, ...consoleWrites] },
    },
    {
      // Two runs may write a report at once. The other files are of one run, or empty.
      files: ['reports/**'],
      excludeFiles: ['reports/replace.ts', 'reports/writing-problems.ts', 'reports/status/**', 'reports/allure/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: ['node:fs', 'node:fs/promises'].map((name) => ({
              name,
              importNames: ['writeFile', 'writeFileSync', 'createWriteStream'],
              message: 'Two runs may write a report at once: write it by replaceFile.',
            })),
          },
        ],
      },
    },
    {
      // The types of @fastify/busboy leave out that a part can be without a name.
      files: ['fake/server/read-uploads.ts'],
      rules: { 'typescript/no-unnecessary-condition': 'off', 'typescript/no-useless-default-assignment': 'off' },
    },
    {
      // Undocumented parts of Playwright have no types.
      files: ['fixtures/playwright-internals/**'],
      rules: { 'syntax/no-restricted-syntax': ['error', ...everywhere, ...consoleWrites] },
    },
    {
      // As users write specs: a function of a fixture can be taken from it.
      files: ['specs/**', 'examples/**'],
      rules: { 'typescript/unbound-method': 'error' },
    },
    {
      // What `init` writes passes where these rules are on, with no exception. The examples are checked as that.
      files: ['examples/**'],
      rules: {
        ...playwright.configs['flat/recommended'].rules,
        'typescript/restrict-template-expressions': ['error', { allowNumber: false }],
      },
    },
    {
      files: ['specs/**', 'examples/**', 'lab/tests/**'],
      rules: {
        // `toEqual` takes a list for another that has only items more, if these are undefined.
        'playwright/prefer-strict-equal': 'error',
      },
    },
    {
      files: ['specs/**', 'lab/tests/**'],
      rules: {
        ...playwright.configs['flat/recommended'].rules,
        // A fixture such as expectUnchanged asserts, and so does observe, which compares an answer with an assumption.
        'playwright/expect-expect': [
          'error',
          { assertFunctionPatterns: ['^(.+\\.)?(expect[A-Z]\\w*|observe\\w*|oneOf|orUnclear)$'] },
        ],
        // `test.describe(...describeEndpoint('listByProject'), () => …)`: the endpoint table has the title.
        'playwright/valid-title': ['error', { ignoreTypeOfDescribeName: true }],
        // Skipping with a condition and a reason is how a spec says what the tracker at hand can't provide.
        'playwright/no-skipped-test': ['error', { allowConditional: true }],
        'syntax/no-restricted-syntax': ['error', ...everywhere, doubleCast, expectOfOk],
        // The formatter's field.
        'playwright/consistent-spacing-between-blocks': 'off',
      },
    },
    {
      // Tests of the harness pass parts of what Playwright and the fixtures hand out.
      files: ['lab/tests/**'],
      rules: { 'syntax/no-restricted-syntax': ['error', ...everywhere, expectOfOk] },
    },
  ],
});
