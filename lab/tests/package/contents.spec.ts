import { join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import type { Problem } from '@arethetypeswrong/core';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { publint } from 'publint';
import ts from 'typescript';
import { documentNames, jsonSchemaOf } from '../../tools/schemas.js';
import type { DocumentName } from '../../tools/schemas.js';
import { defaultTemplatesEndpoints } from '../../../contracts/default-templates/endpoints.js';
import { directorySyncEndpoints } from '../../../contracts/directory-sync/endpoints.js';
import { endpointTitle } from '../../../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../../../contracts/endpoints/endpoint.js';
import { testManagementEndpoints } from '../../../contracts/test-management/endpoints.js';
import { ownApiEndpoints } from '../../../contracts/tracker/endpoints.js';
import { defaultAssumptions, endpoints, rules, sourceOfRule } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import { loadWorld } from '../../../fake/state/world.js';
import { sandboxSchema } from '../../../client/settings/sandbox.js';
import { compareMatrices } from '../../../reports/compare/compare-matrices.js';
import { judgeRelease } from '../../../reports/release/judge-release.js';
import { readPages, tokensOf } from '../docs/snippets.js';
import { projectText, root } from '../fixtures/run-specs.js';
import { judgedMatrix, sampleTest, sampleProfile } from '../reports/sample-run.js';
import { test } from './installed-package.js';

interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<
    Record<string, { readonly imports: readonly { path: string; kind: string }[]; readonly inputs: object }>
  >;
}

function readMetafile(): Metafile {
  return JSON.parse(projectText('dist/metafile.json')) as Metafile;
}

const wanted = [
  /^dist\/(builders|cli|client|contracts|fake|fixtures|provide|reports)\/[a-z\d/-]+\.(c?js|d\.ts)$/,
  /^dist\/shared\/[A-Z\d]+\.cjs$/,
  /^dist\/specs\/(playwright\.config|((default-templates|directory-sync|test-management)\/)?(support\/(sequences\/)?)?[a-z-]+(\.questions)?(\.spec)?)\.js$/,
  /^specs\/((default-templates|directory-sync|test-management)\/)?(support\/(sequences\/)?)?[a-z-]+(\.questions)?(\.spec)?\.ts$/,
  /^dist\/licenses\.txt$/,
  /^dist\/schemas\/[a-z]+\.schema\.json$/,
  /^docs\/(decisions\/)?[a-z-]+\.md$/,
  /^docs\/images\/[a-z-]+\.png$/,
  /^examples\/ci\/(github-actions|gitlab-ci|kubernetes|tracker-e2e)\.yml$/,
  /^examples\/page\/(playwright\.config\.ts|bug-(app|form\.spec)\.ts|bug-form\.html)$/,
  /^examples\/results\/(playwright\.config\.ts|shop\.(html|spec\.ts))$/,
  /^(examples\/(\.env\.example|fake\.sh|first\.spec\.ts|sandbox\.json)|LICENSE|README\.md|package\.json)$/,
];

// One worker packs for all of them.
test.describe.configure({ mode: 'default' });

test('the package holds the build, the docs, the schemas and nothing else, is small, and runs nothing at its installation', ({
  packed,
}) => {
  const schemas = packed.files.filter((file) => file.startsWith('dist/schemas/'));
  expect(schemas.sort()).toStrictEqual(documentNames.map((name) => `dist/schemas/${name}.schema.json`).sort());
  expect(packed.files.filter((path) => !wanted.some((pattern) => pattern.test(path)))).toStrictEqual([]);
  expect(packed.unpackedSize).toBeLessThan(6_200_000);
  expect(packed.tarball.length).toBeLessThan(1_500_000);
  const { scripts } = JSON.parse(projectText('package.json')) as { readonly scripts: object };
  expect(Object.keys(scripts)).not.toStrictEqual(expect.arrayContaining([expect.stringMatching(/install$|^prepare$/)]));
});

test('editors show the text and source of each rule, and the method, path and summary of each endpoint', () => {
  const ids = projectText('dist/contracts/rules/rules.d.ts');
  for (const [id, rule] of Object.entries(rules)) {
    expect(ids).toContain(`  /** ${rule.text} (${sourceOfRule(rule)}) */\n  readonly '${id}': '${id}';`);
  }
  const apis = ['default-templates', 'directory-sync', 'test-management', 'tracker'];
  const declarations = apis.map((api) => projectText(`dist/contracts/${api}/endpoints.d.ts`)).join('');
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const text = [`\`${endpointTitle(endpoint)}\``, endpoint.summary].filter(Boolean).join(': ');
    expect(declarations).toContain(`    /** ${text} */\n    readonly ${name}: {`);
  }
});

test('editors show what each call takes and answers, and no schema', () => {
  const clients = {
    defaultTemplates: defaultTemplatesEndpoints,
    directorySync: directorySyncEndpoints,
    testManagement: testManagementEndpoints,
    trackerApi: ownApiEndpoints,
  };
  const calls = Object.entries(clients).flatMap(([name, table]) => Object.keys(table).map((call) => `${name}.${call}`));
  const asked = [...Object.keys(clients), ...calls, 'trackerApi.as', 'tracker.setup'];
  const text = `import type { TestFixtures } from './dist/fixtures/index.js';
declare const { ${Object.keys(clients).join(', ')}, tracker }: TestFixtures;
${asked.join('\n')}`;

  const shown = hoversOf(text, /\w+$/gm).slice(-asked.length);

  expect(shown).toHaveLength(asked.length);
  expect(shown.filter((hover) => /Zod|: any/.test(hover) || hover.length > 1_100)).toStrictEqual([]);
  expect(shown).toStrictEqual(
    expect.arrayContaining([
      'const defaultTemplates: ApiClient<DefaultTemplatesEndpoints>',
      expect.stringMatching(/^\(property\) as: \(user: [^>]*\) => ApiClient<TrackerEndpoints>$/),
      expect.stringMatching(
        /^\(property\) listByTemplate: \(request: .*templateId: .*=> Promise<ApiResponse<Entry\[\]>>$/s,
      ),
    ]),
  );
});

/** What an editor shows at the end of each place that a pattern finds, in a file of this project with this text. */
function hoversOf(text: string, places: RegExp): string[] {
  const file = join(root, 'hover.ts');
  const read = (path: string) => (path === file ? text : ts.sys.readFile(path));
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    readFile: read,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '',
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(read(path) ?? ''),
    getCurrentDirectory: () => root,
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, strict: true, exactOptionalPropertyTypes: true }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return [...text.matchAll(places)].map(({ index, 0: { length } }) =>
    ts.displayPartsToString(service.getQuickInfoAtPosition(file, index + length)?.displayParts),
  );
}

/** The folders of sources and the packages that a module of the build imports, itself or by others. */
function partsOf(entry: string): Set<string> {
  const { outputs } = readMetafile();
  const modules = new Set([entry]);
  for (const module of modules) {
    for (const { path, kind } of outputs[module]?.imports ?? []) {
      const imported = path.startsWith('.') ? posix.join(posix.dirname(module), path) : path;
      if (kind === 'import-statement') modules.add(imported);
    }
  }
  const sources = [...modules].flatMap((module) => Object.keys(outputs[module]?.inputs ?? { [module]: {} }));
  // What uses undocumented parts of Playwright, and what prints, is for fixtures and for reporters.
  const folder =
    /^(node_modules\/|fixtures\/(?=playwright-internals)|client\/(?=print\.|secrets\.))?(@[^/]+\/)?([^/]+)/;
  return new Set(sources.map((source) => folder.exec(source)?.slice(2).join('') ?? ''));
}

test('an entry imports its own part of the package, and not those that take long', () => {
  for (const [entry, has, hasNot] of [
    ['fixtures/index', ['fixtures', '@playwright/test'], ['fake', '@faker-js/faker', '@fastify/busboy']],
    ['builders/index', ['builders', '@faker-js/faker'], ['fake', 'fixtures', '@playwright/test']],
    ['fake/index', ['fake'], ['builders', 'fixtures', '@faker-js/faker', '@fastify/busboy', '@playwright/test']],
    [
      'reports/tracker-reporters',
      ['reports'],
      ['fake', 'fixtures', 'client', 'provide', 'builders', '@faker-js/faker', '@playwright/test'],
    ],
  ] as const) {
    const parts = partsOf(`dist/${entry}.js`);
    expect([...parts], entry).toStrictEqual(expect.arrayContaining([...has]));
    expect
      .soft(
        hasNot.filter((name) => parts.has(name)),
        entry,
      )
      .toStrictEqual([]);
  }
});

test('the package has the license of every package that is in its bundle', () => {
  const { inputs } = readMetafile();
  const bundled = Object.keys(inputs).flatMap((path) => /node_modules\/([^@/]+|@[^/]+\/[^/]+)\//.exec(path)?.[1] ?? []);
  const licensed = projectText('dist/licenses.txt').matchAll(/^(\S+) \d+\.\d+\.\d+$/gm);

  expect([...licensed].map(([, name]) => name).sort()).toStrictEqual([...new Set(bundled)].sort());
  expect(bundled).toContain('zod');
});

test('every link of a page in the package leads to a file and a heading of the package', ({ packed }) => {
  const pages = new Map([...readPages()].filter(([page]) => packed.files.includes(page)));

  expect(pages.size).toBeGreaterThan(10);
  expect([...pages.keys()].flatMap((page) => linkProblems(page, pages, packed.files))).toStrictEqual([]);
});

/** What the relative links of a page name and is not there. Pages and files are known by their paths. */
function linkProblems(page: string, pages: ReadonlyMap<string, string>, files: readonly string[]): string[] {
  return linksOf(pages.get(page) ?? '').flatMap((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : posix.join(posix.dirname(page), path).replace(/\/$/, '');
    if (!files.some((file) => file === target || file.startsWith(`${target}/`))) {
      return [`${page} links ${link}: there is no ${target}`];
    }
    if (anchor === undefined || anchorsOf(pages.get(target) ?? '').includes(anchor)) return [];
    return [`${page} links ${link}: ${target} has no #${anchor}`];
  });
}

/** The links of a page to others of the same place, and its pictures. */
function linksOf(text: string): string[] {
  const links = tokensOf(text).flatMap((token) => {
    if (token.type === 'link' || token.type === 'image') return [String(token.href)];
    if (token.type !== 'html') return [];
    return [...token.raw.matchAll(/ src(?:set)?="([^"\s]+)"/g)].map(([, picture = '']) => picture);
  });
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors of the headings of a page on GitHub. */
function anchorsOf(text: string): string[] {
  const headings = tokensOf(text).flatMap((token) => (token.type === 'heading' ? [String(token.text)] : []));
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

// docs/decisions/package.md says why the package has only ES modules, and entries that node10 does not know.
const isIntended = (problem: Problem) =>
  problem.kind === 'CJSResolvesToESM' || ('resolutionKind' in problem && problem.resolutionKind === 'node10');

test('publint and are-the-types-wrong find nothing in the package', async ({ packed }) => {
  const tarball = Uint8Array.from(packed.tarball);
  const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  const analysis = await checkPackage(createPackageFromTarballData(tarball));

  expect(messages).toStrictEqual([]);
  expect(analysis.types && analysis.problems.filter((problem) => !isIntended(problem))).toStrictEqual([]);
});

const $schema = './node_modules/tracker-e2e/dist/schemas/some.schema.json';

const [since, until] = ['2026-11-01', '2026-12-01'];
const entry = { rule: 'DT-01', versions: ['9.12.*'], ticket: 'QA-7', owner: 'qa', since, until };
const way = { test: 'specs/a.spec.ts › lists', fingerprint: '0123456789ab', shows: '' };
const known = { schemaVersion: 1, failures: [{ ...entry, failures: [way] }] };
const profile = sampleProfile({
  assumptions: { 'DT-N01': defaultAssumptions['DT-N01'] },
  notObserved: { 'DT-N02': 'No test of it ran.' },
});

function readSample(): Readonly<Record<string, unknown>> {
  return JSON.parse(projectText('examples/sandbox.json')) as Readonly<Record<string, unknown>>;
}

const matrix = judgedMatrix([sampleTest({ rules: ['DT-01', 'DT-N01'] })]);
const run = { file: 'rules.json', startedAt: matrix.startedAt, about: matrix.about };
const judged = judgeRelease({ candidate: matrix, baseline: matrix, known: [], today: '2026-11-23' });
const compared = compareMatrices([{ file: 'rules.json', matrix }]);
const released = { schemaVersion: 1, ...judged, candidate: run, baseline: run };

const documents: readonly (readonly [DocumentName, good: object, wrong: object])[] = [
  ['known', { $schema, ...known }, { ...known, failures: [{ ...known.failures[0], tickets: [] }] }],
  ['world', { $schema, ...documentsWorld }, { ...documentsWorld, projcts: [] }],
  ['sandbox', { $schema, ...readSample() }, { ...readSample(), project: [] }],
  ['profile', { $schema, ...profile }, { ...profile, notObserved: { 'DT-N99': 'No such question.' } }],
  ['rules', matrix, { ...matrix, verdict: undefined }],
  ['compare', compared, { ...compared, schemaVersion: 2 }],
  ['gate', released, { ...released, schemaVersion: 2 }],
];

test('the JSON Schema of each document takes a good one, which may name it, and refuses a wrong one', () => {
  for (const [name, good, wrong] of documents) {
    // Formats are for editors: zod's own patterns stand beside them.
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
    const validate = ajv.compile(jsonSchemaOf(name));

    const accepted = validate(JSON.parse(JSON.stringify(good)));

    expect.soft(validate.errors, `errors of the good ${name}`).toBeNull();
    expect.soft([accepted, validate(wrong)], name).toStrictEqual([true, false]);
  }
  expect(loadWorld({ $schema, ...documentsWorld }).basePaths).toStrictEqual(loadWorld(documentsWorld).basePaths);
  expect(sandboxSchema.parse({ $schema, ...readSample() })).toMatchObject(sandboxSchema.parse(readSample()));
});
