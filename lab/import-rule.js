/** Who may import whom, each ban with its reason, as a rule of Oxlint. Imports of types count too. */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What the build puts into the bundle beside zod, so that nobody needs to install it; dist/licenses.txt names all of it. */
const bundled = ['@fastify/busboy', 'entities', 'fast-content-type-parse', 'leven', 'pure-rand', 'secure-json-parse'];

const installed = [...Object.keys(dependencies), ...Object.keys(peerDependencies), ...bundled];

/** What bundles pages in a checkout, and what the pages share; the build puts its outcome in the place of both. */
const bundler = /^lab\/tools\/(bundle-page|copy-text)\.js$/;

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

const fakeLayerBans = fakeLayers.flatMap((folders, level) =>
  folders.map((folder) => ({
    reason:
      'The folders of the fake stand in one order, from state/ to console/, and import what is below them. What a lower folder needs of a higher one is handed to it, as an API hands the tracker its Extension and the fake its tenants their Implementation.',
    from: new RegExp(`^fake/${folder}/`),
    to: /^fake\//,
    but: new RegExp(`^fake/(${[...fakeLayers.slice(0, level).flat(), folder].join('|')})/`),
  })),
);

/** How answers are checked, and what fixtures tell the reports. */
const unknownToFake = /^contracts\/((.*\/)?responses\.[jt]s$|report\/)/;

/** What imports reach: a file of this project by its path, a package as `npm:zod`, a module of Node as `node:fs`. */
const bans = [
  ...fakeLayerBans,
  {
    reason:
      'contracts/ is what the documents say, as data. Both sides of the wire read it, so it may lean on zod, on leven (how far apart two names are, which depends on nothing) and on nothing else.',
    from: /^contracts\//,
    but: /^(contracts\/|npm:(zod|leven)$)/,
  },
  {
    reason:
      'Builders are pure and seeded: the same seed gives the same payload anywhere. So they import contracts/ (with zod, which its schemas are made of), @faker-js/faker and the numbers of pure-rand, and nothing that reads files, the clock or the network.',
    from: /^builders\//,
    but: /^(builders\/|contracts\/|npm:(zod|@faker-js\/faker|pure-rand)$)/,
  },
  {
    reason:
      'The fake must not prove itself: its answers come from its own domain code, never from the schemas the specs check them with. And a tracker knows nothing of tests and reports. Import request schemas, the endpoint table or assumptions instead.',
    from: /^fake\//,
    to: unknownToFake,
    names: exportedNames(unknownToFake),
  },
  {
    reason:
      'The fake stands for a tracker at the other end of the wire. It may know the contracts and nothing else of the harness: what it shared with the specs would be wrong on both sides alike, and no test would see it.',
    from: /^fake\//,
    to: /^(?!npm:|node:)/,
    but: [/^(fake|contracts)\//, bundler],
  },
  {
    reason:
      'A defect breaks the tracker from outside. What the fake itself knew of it would be one more thing that has to be right.',
    from: /^fake\/(?!defects\/|index\.ts$)/,
    to: /^fake\/defects\//,
  },
  {
    reason:
      'Every fixture must work on a real tracker as on the fake. Only provide/isolated/ may know that there is a fake; take what you need from the target.',
    from: /^(fixtures|client|provide)\/(?!isolated\/)/,
    to: /^fake\//,
  },
  {
    reason:
      'A client makes a call of a row of the endpoint table, and nothing else: it knows neither what a test needs nor that there are tests.',
    from: /^client\//,
    to: /^(?!npm:|node:)/,
    but: /^(client|contracts|builders)\//,
  },
  {
    reason: 'What gives tests their data uses clients, and knows nothing of the fixtures that hand the data to a test.',
    from: /^provide\//,
    to: /^(?!npm:|node:)/,
    but: /^(provide|client|contracts|builders|fake)\//,
  },
  {
    reason:
      'Fixtures are below specs, reports and the command: they may import contracts/, builders/, client/ and provide/. What reports need from a test goes through contracts/report/.',
    from: /^fixtures\//,
    to: /^(?!npm:|node:)/,
    but: /^(fixtures|provide|client|contracts|builders)\//,
  },
  {
    reason:
      'A spec uses what a user of the package gets: fixtures/index.ts and builders/index.ts. It must not know where it runs (never the fake) nor how a fixture does its work. `test` and `expect` come from fixtures/index.ts. Tests of the harness itself go to lab/tests/.',
    from: /^specs\/(?!playwright\.config\.ts$)/,
    but: /^(specs\/|(fixtures|builders)\/index\.js$|node:|npm:fast-check$)/,
  },
  {
    reason:
      'A reporter runs in another process than the tests and reads their results, wherever they were made. It may import contracts/, client/print.ts, through which everything prints, and, as they are in one folder, what uses undocumented parts of Playwright.',
    from: /^reports\/(?!results\/)/,
    to: /^(?!npm:|node:)/,
    but: [/^(reports\/|contracts\/|fixtures\/playwright-internals\/|client\/print\.js$)/, bundler],
  },
  {
    reason:
      'Results go to a tracker as set-up calls do, and are read as reports read them. So reports/results/ imports contracts/, client/, provide/, fixtures/ and reports/, and knows neither the fake nor the command. Specs of other suites import it for testCase(), and it has to stay light: what publishes is imported when it is needed.',
    from: /^reports\/results\//,
    to: /^(?!npm:|node:)/,
    but: /^(reports|contracts|client|provide|fixtures)\//,
  },
  {
    reason: 'Only Playwright loads specs. Move what is to be shared to fixtures/ or builders/.',
    from: /^(?!specs\/|playwright\.config\.ts$|lab\/(tests|proof\/pairs)\/)/,
    to: /^specs\//,
  },
  {
    reason: 'lab/ builds the package and shows what the suite is worth; the package works without it.',
    from: /^(?!lab\/|oxlint\.config\.js$)/,
    to: /^lab\//,
    but: bundler,
  },
  {
    reason: 'A tool that checks the source must also run when the source is broken.',
    from: /^lab\/tools\/(?!(?:document-declarations|schemas)\.)/,
    to: /^(?!npm:|node:)/,
    but: /^lab\/tools\//,
  },
  {
    reason:
      'The package is not there when this one is installed. Make it a dependency, do without, or name it among those that are bundled.',
    from: /^(contracts|builders|client|provide|fake|fixtures|reports|cli)\//,
    to: /^npm:/,
    but: new RegExp(`^npm:(${installed.join('|')})$`),
  },
];

function exportedNames(path) {
  const files = readdirSync(join(root, 'contracts'), { recursive: true, encoding: 'utf8' });
  const chosen = files.map((file) => `contracts/${file.replaceAll('\\', '/')}`).filter((file) => path.test(file));
  const texts = chosen.filter((file) => file.endsWith('.ts')).map((file) => readFileSync(join(root, file), 'utf8'));
  const names = /^export (?:const|function|interface|type) (\w+)/gm;
  return new Set(texts.flatMap((text) => [...text.matchAll(names)].map(([, name]) => name)));
}

function reached(file, specifier) {
  if (specifier.startsWith('.')) return relative(root, join(dirname(file), specifier)).replaceAll('\\', '/');
  if (isBuiltin(specifier)) return `node:${specifier.replace(/^node:/, '')}`;
  return `npm:${/^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0]}`;
}

const rule = {
  create: (context) => {
    const from = relative(root, context.filename).replaceAll('\\', '/');
    const own = bans.filter((ban) => ban.from.test(from));
    const check = ({ source, specifiers = [] }) => {
      if (typeof source?.value !== 'string') return;
      const to = reached(context.filename, source.value);
      const takes = (names) => specifiers.some((one) => names?.has((one.imported ?? one.local).name));
      const ban = own.find(({ to: banned = /^/, but = [], names }) => {
        if (to === 'contracts/index.js' && takes(names)) return true;
        return banned.test(to) && ![but].flat().some((one) => one.test(to));
      });
      if (ban !== undefined) context.report({ node: source, message: `${from} -> ${to}: ${ban.reason}` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'project' }, rules: { imports: rule } };
