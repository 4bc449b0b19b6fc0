import { FormData } from 'undici';
import { expect, test } from '@playwright/test';
import { defaultBasePaths, endpoints, endpointTitle } from '../../../contracts/index.js';
import type { WorldInput } from '../../../contracts/index.js';
import { startFake } from '../../../fake/index.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import type { Fake } from '../../../fake/index.js';
import { loadWorld, saveWorld } from '../../../fake/state/world.js';
import type { SyncedUserRow } from '../../../fake/state/tables.js';
import { basic, sender } from './fake-test.js';

const { users } = documentsWorld;

const user = { key: 'U', name: 'uma', displayName: 'Uma', password: 'uma' };
const odd = { lead: 'JIRAUSER10000', issueTypeIds: [10001], workflow: 'Plain workflow' };

const plain = {
  projects: { id: 1, key: 'ODD', name: 'Odd', ...odd },
  entries: { id: 1, templateId: 7, projectId: 11101, issueTypeId: 10001 },
  issues: { id: 1, key: 'DEMO-9', issueTypeId: 10001, reporter: 'JIRAUSER10000', fields: { summary: 'Odd' } },
  directoryUsers: { connectionId: 2, userKey: 'JIRAUSER10000', values: {} },
};

const withRows = (table: keyof typeof plain, ...rows: readonly object[]) => ({
  [table]: [...(documentsWorld[table] ?? []), ...rows.map((row) => ({ ...plain[table], ...row }))],
});
const withProject = (more: object) => withRows('projects', more);
const withEntry = (...more: readonly object[]) => withRows('entries', ...more);
const withIssue = (more: object) => withRows('issues', more);
const withPerson = (more: object) => withRows('directoryUsers', more);

/** What of the bundled world is replaced, by the problems that the world is refused with, one a line. */
const refused: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Unknown references.
  'projects.ODD: no user with the key NOBODY': withProject({ lead: 'NOBODY' }),
  'entries.1: no template 9': withEntry({ templateId: 9 }),
  'issues.DEMO-9: no user with the key NOBODY\nissues.DEMO-9: the project has no issue type 10400': withIssue({
    reporter: 'NOBODY',
    issueTypeId: 10400,
  }),
  'directoryUsers.2/JIRAUSER10000: the connection has no attribute shoeSize, hat': withPerson({
    values: { mail: 'x', shoeSize: '9', hat: 'L' },
  }),
  // Duplicates.
  'users.TESS: there is a user with that name already': { users: [...users, { ...user, name: 'TESS' }] },
  'projects.PLAIN: the id 11103 is taken\nprojects.PLAIN: that key is taken': withProject({ id: 11103, key: 'PLAIN' }),
  'entries.2: there is an entry of the same template, project and type already': withEntry({}, { id: 2 }),
  // Wrong types.
  'templates.0.id: has to be a number': { templates: [{ id: '7', name: 'Bug report' }] },
  'users: has to be a list': { users: {} },
  'the document: Unrecognized key: "project" (did you mean "projects"?)': { project: [] },
  'projects.0.key: a project key such as ABC': { projects: [{ ...plain.projects, key: 'odd one' }] },
  'entries.0: exactly one of issueTypeId and requestTypeId is needed': {
    entries: [{ ...plain.entries, requestTypeId: 39 }],
  },
  'version: a version such as 9.12.0\nsearchDelay: has to be at least 0': { version: '9', searchDelay: -1 },
};

test('a world is refused with the place of each problem', () => {
  for (const [problems, change] of Object.entries(refused)) {
    const lines = ["The world can't be loaded:", ...problems.split('\n').map((problem) => `  - ${problem}`)];
    const told = expect.objectContaining({ name: 'WorldError', message: lines.join('\n') }) as Error;
    expect.soft(() => loadWorld({ ...documentsWorld, ...change }), problems).toThrow(told);
  }
});

test('a world with every default left out is loaded', () => {
  const world: WorldInput = {
    users: [user],
    issueTypes: [{ id: 1, name: 'Task' }],
    priorities: [],
    statuses: [{ id: 1, name: 'Open' }],
    screens: [],
    workflows: [{ name: 'Odd workflow', initial: { to: 1 } }],
    customFields: [],
    projects: [],
    newProject: { workflow: 'Odd workflow', issueTypeIds: [1] },
  };

  expect(loadWorld(world).state.dump()).toMatchObject({ users: [{ ...user, active: true, groups: [] }], entries: [] });
});

const api = '/rest/api/2';

async function send(fake: Fake, method: string, path: string, json?: unknown): Promise<unknown> {
  const { status, body } = await sender(fake.url)(method, path, { json });
  expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
  return body;
}

const task = { project: { key: 'DEMO' }, issuetype: { name: 'Task' } };
const blocks = { type: { name: 'Blocks' }, inwardIssue: { key: 'DEMO-1' }, outwardIssue: { key: 'DEMO-3' } };
const request = { serviceDeskId: '11100', requestTypeId: '40', requestFieldValues: { summary: 'A request' } };

/** Calls that have a tracker hold something of every kind that can be made over HTTP. */
const calls: readonly (readonly [call: string, body?: unknown])[] = [
  ['POST /project', { key: 'NEW', name: 'New', projectTypeKey: 'software', lead: 'admin' }],
  ['POST /component', { project: 'DEMO', name: ' Engine ', leadUserName: 'admin' }],
  ['POST /version', { project: 'DEMO', name: '1.0', releaseDate: '2026-11-01' }],
  ['POST /issue', { fields: { ...task, summary: 'Saved', fixVersions: [{ name: '1.0' }] } }],
  ['PUT /issue/DEMO-3', { fields: { summary: 'Saved again' } }],
  ['POST /issue/DEMO-3/comment', { body: 'First' }],
  ['PUT /issue/DEMO-3/comment/10002', { body: 'Ünverändert' }],
  ['POST /issueLink', blocks],
  ['POST /version', { project: 'DEMO', name: '2.0' }],
  ['POST /issue/DEMO-3/remotelink', { object: { url: 'https://example.com', title: 'Page' } }],
  // Of a deleted issue the number and the id are not given again.
  ['POST /issue', { fields: { ...task, summary: 'Deleted' } }],
  ['DELETE /issue/DEMO-4'],
];

async function populate(fake: Fake): Promise<void> {
  for (const [call, body] of calls) {
    const [method = '', path = ''] = call.split(' ');
    await send(fake, method, `${api}${path}`, body);
  }
  const form = new FormData();
  form.append('file', new Blob([Buffer.from([0, 255, 13, 10])], { type: 'image/png' }), 'bytes ü.png');
  await sender(fake.url)('POST', `${api}/issue/DEMO-3/attachments`, { form });
  await send(fake, 'POST', '/rest/servicedeskapi/request', request);
}

/** Every GET, for rows that exist. */
const parameters: Readonly<Record<string, string>> = {
  ...{ projectIdOrKey: 'DEMO', templateId: '1472', idOrName: '1', userKeyOrName: 'tess', idFromAD: 'mail' },
  ...{ issueTypeId: '10001', priorityId: '3', statusId: '1', resolutionId: '10000' },
  ...{ versionId: '10001', componentId: '10001', issueIdOrKey: 'DEMO-3', commentId: '10002', linkId: '10001' },
  ...{ issueLinkTypeId: '10000', projectTypeKey: 'software', attachmentId: '10001', testPlanKey: 'QA-2' },
  ...{ filename: 'bytes%20%C3%BC.png', serviceDeskId: '11100', remoteLinkId: '10001' },
};

const queries: Readonly<Record<string, string>> = {
  getUser: '?username=tess',
  findUsers: '?username=tess',
  findAssignableUsers: '?project=DEMO&username=',
  listGroupMembers: '?groupname=tracker-users',
  getGroup: '?groupname=tracker-users',
  searchIssues: '?jql=ORDER+BY+key&expand=renderedFields,names,schema',
  getIssue: '?expand=transitions,renderedFields',
  getCreateMeta: '?expand=projects.issuetypes.fields',
};

/** The status and body of every GET, without what differs between two starts: port and time. */
async function readAll(fake: Fake): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const read = endpoint.method === 'GET' && endpoint.family !== 'auth';
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) => parameters[parameter] ?? parameter);
    const url = `${defaultBasePaths[endpoint.family]}${path}${queries[name] ?? ''}`;
    if (read) answers[`${name} ${endpointTitle(endpoint)}`] = await textOf(fake, url);
  }
  return answers;
}

async function textOf(fake: Fake, path: string): Promise<string> {
  const response = await fetch(`${fake.url}${path}`, { headers: { Authorization: basic('admin') } });
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const later = /"serverTime":"[^"]*"/g;
  return `${response.status} ${bytes}`.replaceAll(fake.url, 'URL').replaceAll(later, '');
}

test('a tracker that was saved answers every GET byte for byte as before, and saves the same', async () => {
  const first = await startFake();
  await populate(first);
  const answers = await readAll(first);
  const saved = JSON.stringify(await send(first, 'GET', '/control/tenants/main/state'));
  await first.close();

  const second = await startFake({ world: JSON.parse(saved) as WorldInput });
  const again = await readAll(second);
  const tables = Object.entries(second.control.tenant('main').state());

  // What is in no test here may get lost.
  expect(tables.filter(([, rows]) => rows.length === 0).map(([name]) => name)).toStrictEqual(['own']);
  expect(again).toStrictEqual(answers);
  // All must be answered with 200: a 404 on both trackers would prove nothing.
  expect(Object.entries(again).filter(([, text]) => !text.startsWith('200'))).toStrictEqual([]);
  expect(JSON.stringify(await send(second, 'GET', '/control/tenants/main/state'))).toBe(saved);
  expect(await send(second, 'POST', `${api}/issue`, { fields: { ...task, summary: 'Next' } })).toMatchObject({
    key: 'DEMO-5',
  });
  await second.close();
});

test('what synchronized users were updated to stays, though directories hold something else', () => {
  const { state, ...world } = loadWorld(documentsWorld);
  const [row] = state.tables.syncedUsers.all() as [SyncedUserRow];
  state.tables.syncedUsers.set({ ...row, values: { ...row.values, mail: 'updated@example.com' } });

  const loaded = loadWorld(saveWorld(state, world));

  expect(loaded.state.dump()).toStrictEqual(state.dump());
  expect(loaded.state.counters()).toStrictEqual(state.counters());
});
