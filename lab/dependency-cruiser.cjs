/**
 * Who may import whom, each ban with its reason. `lab/tools/check-imports.ts` reads this and prints the reasons.
 *
 * Type-only imports count too, except where a rule says otherwise.
 */

/** A package, wherever npm has put it. */
const pack = (name) => `(^|/)node_modules/${name}/`;

/** What the build puts into the bundle beside zod, so that nobody needs to install it; dist/licenses.txt names all of it. */
const bundled = [
  '@fastify/busboy',
  '@rgrove/parse-xml',
  'fast-content-type-parse',
  'leven',
  'marked',
  'pure-rand',
  'secure-json-parse',
];

/** What bundles pages in a checkout, and what the pages share; the build puts its outcome in the place of both. */
const bundler = '^lab/tools/(bundle-page|copy-text)\\.ts$';

/** Node's own modules, which a path such as fs/promises does not tell from a folder of ours. */
const notBuiltIn = { dependencyTypesNot: ['core'] };

/** The folders of the fake from the lowest up; those of one line know nothing of each other. */
const fakeLayers = [
  ['state'],
  ['server'],
  ['faults'],
  ['tracker'],
  ['default-templates', 'directory-sync', 'test-management'],
  ['tenants'],
  ['control'],
  ['console'],
];

/** For each folder of the fake a ban on imports from the folders beside and above it. */
const fakeLayerRules = fakeLayers.flatMap((folders, level) =>
  folders.map((folder) => ({
    name: `fake-${folder}-imports-lower-folders`,
    comment:
      'The folders of the fake stand in one order, from state/ to console/, and import what is below them. What a lower folder needs of a higher one is handed to it, as an API hands the tracker its Extension and the fake its tenants their Implementation.',
    from: { path: `^fake/${folder}/` },
    to: { path: '^fake/', pathNot: `^fake/(${[...fakeLayers.slice(0, level).flat(), folder].join('|')})/` },
  })),
);

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  ...fakeLayerRules,
  {
    name: 'contracts-import-zod-only',
    comment:
      'contracts/ is what the documents say, as data. Both sides of the wire read it, so it may lean on zod, on leven (how far apart two names are, which depends on nothing) and on nothing else.',
    from: { path: '^contracts/' },
    to: { pathNot: ['^contracts/', pack('zod'), pack('leven')] },
  },
  {
    name: 'builders-stay-pure',
    comment:
      'Builders are pure and seeded: the same seed gives the same payload anywhere. So they import contracts/ (with zod, which its schemas are made of), @faker-js/faker and the numbers of pure-rand, and nothing that reads files, the clock or the network.',
    from: { path: '^builders/' },
    to: { pathNot: ['^builders/', '^contracts/', pack('zod'), pack('@faker-js/faker'), pack('pure-rand')] },
  },
  {
    name: 'fake-not-to-responses',
    comment:
      'The fake must not prove itself: its answers come from its own domain code, never from the schemas the specs check them with. Import request schemas, the endpoint table or assumptions instead.',
    from: { path: '^fake/' },
    to: { path: ['^contracts/.*/responses\\.ts$', '^contracts/responses\\.ts$'] },
  },
  {
    name: 'fake-not-to-report-contract',
    comment: 'contracts/report/ is what fixtures tell the reports; a tracker knows nothing of tests.',
    from: { path: '^fake/' },
    to: { path: '^contracts/report/' },
  },
  {
    name: 'fake-imports-contracts-only',
    comment:
      'The fake stands for a tracker at the other end of the wire. It may know the contracts and nothing else of the harness: what it shared with the specs would be wrong on both sides alike, and no test would see it.',
    from: { path: '^fake/' },
    to: { path: '^(?!fake/|contracts/)[^/]+/', pathNot: ['(^|/)node_modules/', bundler], ...notBuiltIn },
  },
  {
    name: 'fake-knows-no-defects',
    comment:
      'A defect breaks the tracker from outside. What the fake itself knew of it would be one more thing that has to be right.',
    from: { path: '^fake/', pathNot: ['^fake/defects/', '^fake/index\\.ts$'] },
    to: { path: '^fake/defects/' },
  },
  {
    name: 'fake-from-target-only',
    comment:
      'Every fixture must work on a real tracker as on the fake. Only fixtures/target/, which chooses between the two, may know that there is a fake; take what you need from the target.',
    from: { path: '^fixtures/', pathNot: '^fixtures/target/' },
    to: { path: '^fake/' },
  },
  {
    name: 'fixtures-import-contracts-and-builders',
    comment:
      'Fixtures are below specs, reports and the command: they may import contracts/ and builders/ (and fixtures/target/ the fake). What reports need from a test goes through contracts/report/.',
    from: { path: '^fixtures/' },
    to: { path: '^(?!fixtures/|contracts/|builders/|fake/)[^/]+/', pathNot: '(^|/)node_modules/', ...notBuiltIn },
  },
  {
    name: 'specs-import-public-api-only',
    comment:
      'A spec uses what a user of the package gets: fixtures/index.ts and builders/index.ts. It must not know where it runs (never the fake) nor how a fixture does its work. `test` and `expect` come from fixtures/index.ts. Tests of the harness itself go to lab/tests/.',
    from: { path: '^specs/', pathNot: '^specs/playwright\\.config\\.ts$' },
    to: {
      pathNot: ['^specs/', '^fixtures/index\\.ts$', '^builders/index\\.ts$'],
      ...notBuiltIn,
    },
  },
  {
    name: 'reports-import-contracts-only',
    comment:
      'A reporter runs in another process than the tests and reads their results, wherever they were made. It may import contracts/, fixtures/reporting/print.ts, through which everything prints, and, as they are in one folder, what uses undocumented parts of Playwright.',
    from: { path: '^reports/', pathNot: '^reports/results/' },
    to: {
      path: '^(?!reports/|contracts/|fixtures/playwright-internals/|fixtures/reporting/print\\.ts)[^/]+/',
      pathNot: ['(^|/)node_modules/', bundler],
      ...notBuiltIn,
    },
  },
  {
    name: 'results-import-what-calls-and-reads',
    comment:
      'Results go to a tracker as set-up calls do, and are read as reports read them. So reports/results/ imports contracts/, fixtures/ and reports/, and knows neither the fake nor the command. Specs of other suites import it for testCase(), and it has to stay light: what publishes is imported when it is needed.',
    from: { path: '^reports/results/' },
    to: { path: '^(?!reports/|contracts/|fixtures/)[^/]+/', pathNot: '(^|/)node_modules/', ...notBuiltIn },
  },
  {
    name: 'nothing-imports-specs',
    comment: 'Only Playwright loads specs. Move what is to be shared to fixtures/ or builders/.',
    from: { pathNot: ['^specs/', '^playwright\\.config\\.ts$', '^lab/tests/'] },
    to: { path: '^specs/' },
  },
  {
    name: 'nothing-imports-lab',
    comment: 'lab/ builds the package and shows what the suite is worth; the package works without it.',
    from: { pathNot: '^lab/' },
    to: { path: '^lab/', pathNot: bundler },
  },
  {
    name: 'tools-import-nothing-of-ours',
    comment: 'A tool that checks the source must also run when the source is broken.',
    from: { path: '^lab/tools/' },
    to: { path: '^(?!lab/tools/)[^/]+/', pathNot: '(^|/)node_modules/', ...notBuiltIn },
  },
  {
    name: 'no-cycles',
    comment:
      'Files that import each other can only be read, moved and loaded together; that holds for types too. Move what both need to a third file.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'The file imports nothing and nothing imports it. Use it or delete it.',
    from: {
      path: '^(contracts|builders|fake|fixtures|reports|cli)/',
      pathNot: ['/index\\.ts$', '\\.d\\.ts$', '/browser/'],
      orphan: true,
    },
    to: {},
  },
  {
    name: 'package-imports-no-dev-dependency',
    comment:
      'A development dependency is not there when the package is installed. Make it a dependency, do without, or name it among those that are bundled. Only those, the peer @playwright/test and the optional allure packages are exempt.',
    from: { path: '^(contracts|builders|fake|fixtures|reports|cli)/' },
    to: {
      dependencyTypes: ['npm-dev'],
      pathNot: [pack('@playwright/test'), pack('allure-[^/]+'), ...bundled.map(pack)],
    },
  },
  {
    name: 'package-imports-declared-dependencies-only',
    comment: 'The package is not named in package.json: it is here by chance, as a dependency of another. Declare it.',
    from: { path: '^(contracts|builders|fake|fixtures|reports|cli)/' },
    // An optional peer, which dependency-cruiser does not find among the dependencies.
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: pack('allure-playwright') },
  },
  {
    name: 'imports-resolve',
    comment: 'The file or package does not exist. Relative imports are written with their .js ending.',
    // A package there is installed elsewhere, beside what it imports.
    from: { pathNot: '^lab/proof/clients/npm-clients/' },
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    // Sees imports of types too, and tells them from imports of values.
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
