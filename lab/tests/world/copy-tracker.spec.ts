import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { worldText } from '../../../cli/support/write-world.js';
import { Anonymizer } from '../../../cli/world/anonymizer.js';
import { copyTracker } from '../../../cli/world/copy-tracker.js';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld, startFake } from '../../../fake/index.js';
import type { Settings } from '../../../fixtures/index.js';
import type { ExternalTracker } from '../../../fixtures/settings/settings.js';
import { populate } from '../../proof/drill/environment.js';
import { CONTEXT_PATH, externalWorld, movedPaths } from '../../proof/drill/external-world.js';
import { settingsFor } from '../cli/command.js';
import { basic, sender } from '../fake/fake-test.js';
import { settingsIn } from '../fixtures/settings-in.js';

/** The drill's tracker: nothing in it was made for the harness. */
const { world, login, sandbox } = externalWorld(1);
const api = '/rest/api/2';

/** A copy, its tracker, and the requests that this got while it was copied. */
async function copyOf(folder: string, jql: string) {
  const source = await startFake({ world, contextPath: CONTEXT_PATH });
  await populate(`${source.url}${CONTEXT_PATH}`, world);
  const tenant = source.control.tenant('main');
  tenant.advance(5_000);
  const since = tenant.journal().at(-1)?.id ?? 0;
  const { settings } = settingsIn(folder, {
    ...settingsFor({ url: `${source.url}${CONTEXT_PATH}`, login, sandbox }),
    TRACKER_OUTPUT: folder,
    TRACKER_BASE_PATHS: JSON.stringify(movedPaths),
  });
  const copy = await copyTracker(settings as Settings, settings?.external as ExternalTracker, { jql });
  const requests = tenant.journal(since).map(({ method, url }) => `${method} ${url}`);
  return { source, copy, requests };
}

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** What a tracker answers, without the HTML of cells, with what was replaced in the copy replaced, and lists of users in no order. */
function comparable(value: Json, url: string, replacements: ReadonlyMap<string, string>): Json {
  const renamed = (name: string) => replacements.get(decodeURIComponent(name)) ?? name;
  const within = (inner: Json) => comparable(inner, url, replacements);
  if (typeof value === 'string') {
    const text = value.replaceAll(url, 'URL').replace(/(?<=username=)[^&]+/, renamed);
    return replacements.get(value) ?? text.replace(/(?<=\/attachment\/\d+\/)[^/]+$/, renamed);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    const parts = Object.entries(value).filter(([name]) => name !== 'renderedCells');
    return Object.fromEntries(parts.map(([name, inner]) => [name, within(inner)]));
  }
  const values = (value as readonly Json[]).map(within);
  const isOfUsers = JSON.stringify(values[0] ?? '').startsWith('{"username"');
  return isOfUsers ? values.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)) : values;
}

type Asked = Readonly<Record<'url' | 'username' | 'password', string>>;

async function get({ url, username, password }: Asked, path: string): Promise<Json> {
  const { status, body } = await sender(url)('GET', path, { authorization: basic(username, password) });
  return { status, body: body as Json };
}

/** The compared paths: everything that the copy is made of, read from both trackers. */
function pathsIn({ projects, issues = [], connections = [] }: WorldInput): readonly string[] {
  const lists = ['issuetype', 'priority', 'status', 'resolution', 'issueLinkType', 'field', 'project', 'myself'];
  const ofProjects = projects.flatMap(({ key, issueTypeIds }) => [
    ...['', '/components', '/versions', '/statuses'].map((rest) => `${api}/project/${key}${rest}`),
    ...issueTypeIds.map((type) => `${api}/issue/createmeta/${key}/issuetypes/${type}?maxResults=100`),
    `${api}/mypermissions?projectKey=${key}`,
    `${movedPaths['default-templates']}/project/${key}`,
  ]);
  const ofIssues = issues.flatMap(({ key }) =>
    ['?expand=changelog', '/transitions', '/comment', '/editmeta'].map((rest) => `${api}/issue/${key}${rest}`),
  );
  const directories = connections.map(
    ({ name }) => `${movedPaths['directory-sync']}/connection/${encodeURIComponent(name)}/user?size=100`,
  );
  const search = `${api}/search?jql=${encodeURIComponent('ORDER BY key')}&maxResults=1000&fields=*all`;
  const all = [...lists.map((name) => `${api}/${name}`), ...ofProjects, ...ofIssues, ...directories, search];
  return [...all, `${movedPaths['directory-sync']}/connection`];
}

test('a copy is read with GET only, and answers the same GETs but for what was anonymized', async ({}, testInfo) => {
  test.slow();
  const { source, copy, requests } = await copyOf(testInfo.outputPath('cwd'), 'ORDER BY key');
  const fake = await startFake({ world: copy.world, contextPath: CONTEXT_PATH });
  const [there, here] = [
    { url: `${source.url}${CONTEXT_PATH}`, ...login },
    { url: `${fake.url}${CONTEXT_PATH}`, username: copy.login, password: 'password' },
  ];
  const paths = pathsIn(copy.world);
  const different: string[] = [];
  for (const path of paths) {
    const [theirs, ours] = await Promise.all([get(there, path), get(here, path)]);
    const expected = comparable(theirs, there.url, copy.replacements);
    const isSame = isDeepStrictEqual(expected, comparable(ours, here.url, new Map()));
    different.push(...(isSame ? [] : [path]));
  }

  expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
  expect(copy.world.issues).toHaveLength(world.issues?.length ?? 0);
  expect(different).toEqual([]);
  await Promise.all([source.close(), fake.close()]);
});

/** Every text of the tracker about people: their names, their texts, their values in directories. */
function textsOfPeople({ users, issues = [], components = [], directoryUsers = [], projects }: WorldInput): string[] {
  return [
    ...users.flatMap(({ key, name, displayName, emailAddress = '' }) => [key, name, displayName, emailAddress]),
    ...issues.flatMap(({ key, fields, comments = [] }) => [
      `relatório ${key}`,
      ...comments.map(({ body }) => body),
      ...textsIn(Object.values({ ...fields, priority: null, resolution: null })),
    ]),
    ...components.flatMap(({ name, description = '' }) => [name, description]),
    ...projects.map(({ description = '' }) => description),
    ...directoryUsers.flatMap(({ values }) => Object.values(values)),
  ];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The name of every property. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)];
}

const WORD = /[\p{L}\p{M}]{4,}/gu;

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []));
}

test('no person and no word of a text is left in the file', async ({}, testInfo) => {
  const { source, copy } = await copyOf(testInfo.outputPath('cwd'), 'ORDER BY key');
  await source.close();
  const file = worldText(copy.world);
  const { projects, issueTypes, statuses, customFields, priorities, resolutions = [], workflows, connections } = world;
  // What is not anonymized, and the words of our own, which some texts have too.
  const { users: _, issues: __, templates: ___, directoryUsers: ____, ...rest } = copy.world;
  const told = wordsOf(
    textsIn([
      ...projects.map(({ description: _, ...project }) => project),
      ...[issueTypes, statuses, customFields, priorities, resolutions, workflows, connections],
      ...[
        rest.title,
        rest.notes,
        documentsWorld.issueLinkTypes,
        [...namesIn(copy.world), 'true', 'label', 'application/pdf'],
      ],
    ]),
  );
  const texts = textsOfPeople(world).filter((text) => [...wordsOf([text])].some((word) => !told.has(word)));
  const written = wordsOf([file]);

  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter((text) => file.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);
  expect([...wordsOf(texts)].filter((word) => written.has(word) && !told.has(word))).toEqual([]);
});

test('two of one display name stay two of one name, and a user is one person whoever tells of them', () => {
  const anonymizer = new Anonymizer();
  const [ana, other] = ['ana', 'ana2'].map((name) => anonymizer.user({ key: name, name, displayName: 'Ana M.' }));

  expect(ana?.displayName).toBe(other?.displayName);
  expect(ana?.name).not.toBe(other?.name);
  expect(ana?.key).toBe(ana?.name);
  expect(anonymizer.user({ name: 'ANA' })).toBe(ana);
});
