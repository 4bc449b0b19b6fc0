import { expect } from '@playwright/test';
import * as z from 'zod';
import { RawBody } from '../../../builders/index.js';
import { defineEndpoints, endpoints, parameterNames } from '../../../contracts/index.js';
import type { Change, ChangedKind, Endpoint } from '../../../contracts/index.js';
import type { Tracker } from '../../../fixtures/index.js';
import { ScopeError } from '../../../client/errors.js';
import { issueMark } from '../../../provide/external/ledger/run-mark.js';
import { createApiClient } from '../../../client/api-client.js';
import { credentialsOf } from '../../../client/credentials.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import type { Login } from '../../../client/settings/settings.js';
import { clientOf, projectRow, test as base, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';

interface Row {
  readonly id: number;
  readonly key?: string;
  readonly projectId?: number;
  readonly templateId?: number;
  readonly issueTypeId?: number;
}

/** A test with a project, a template and an issue of its own, and what belongs to other people. */
async function openScene(shared: SharedTracker) {
  const tracker = await shared.open();
  const { provisioner } = tracker;
  const [project, template] = [await provisioner.project({ issueTypes: 2 }), await provisioner.template({})];
  const issuetype = { id: String(project.issueTypes[0]?.id) };
  const issue = await provisioner.issue({ fields: { project: { key: project.key }, issuetype, summary: 'x' } });
  const state = shared.tenant.state() as Readonly<Record<string, readonly Row[]>>;
  const [entry, someIssue] = [state['entries']?.[0], state['issues']?.[0]];
  const others = {
    project: projectRow(shared, someIssue?.key?.replace(/-\d+$/, '')).key,
    projectId: entry?.projectId ?? 0,
    template: entry?.templateId ?? 0,
    type: entry?.issueTypeId ?? 0,
    issue: someIssue?.key ?? '',
    issueId: someIssue?.id ?? 0,
    connection: String(state['connections']?.[0]?.id),
  };
  return { tracker, client: clientOf(tracker), project, template, issue, others };
}

type Scene = Awaited<ReturnType<typeof openScene>>;

const test = base.extend<{ scene: Scene }>({
  scene: async ({ shared }, use) => use(await openScene(shared)),
});

const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
const summary = { fields: { summary: 'Changed by a test' } };
const broken = (text: string | undefined) => new RawBody('no JSON', text, text === undefined ? null : 'text/plain');

type Refused = readonly [send: () => Promise<unknown>, changes: string];

/** What belongs to other people, by the kind of what a call changes. */
async function theirsByKind({ tracker, issue, others }: Scene): Promise<Readonly<Record<ChangedKind, string>>> {
  const setup = unguarded(tracker);
  const ofProject = { project: others.project, name: 'Theirs' };
  const [desk] = (await setup.listServiceDesks({ query: {} })).values;
  const [attachment] = await setup.addAttachments({ issueIdOrKey: others.issue, files: [file] });
  return {
    project: others.project,
    'whole project': others.project,
    'new issue': others.project,
    'new issue beside': others.issue,
    issue: others.issue,
    template: String(others.template),
    connection: others.connection,
    component: (await setup.createComponent({ body: ofProject })).id,
    version: (await setup.createVersion({ body: ofProject })).id,
    attachment: attachment?.id ?? '',
    'issue link': await linkOf(tracker, others.issue, issue.key),
    'service desk': desk?.id ?? '',
    everything: 'every project of the tracker',
  };
}

/** A call that names something of others in one of the places where its row says that it names what it changes. */
function callNaming(
  endpoint: Endpoint,
  change: Change,
  scene: Scene,
  theirs: Readonly<Record<ChangedKind, string>>,
): object {
  const { project, template, issue } = scene;
  const own: Readonly<Record<string, string | number | undefined>> = {
    projectIdOrKey: project.key,
    templateId: template.id,
    issueIdOrKey: issue.key,
    transitionId: 1,
  };
  const parameters = parameterNames(endpoint).map((name) => [name, own[name] ?? 4_000_000] as const);
  const request = {
    ...Object.fromEntries<unknown>(parameters),
    ...(endpoint.encoding === 'multipart' && { files: [file] }),
    ...(endpoint.body && { body: RawBody.json('naming nothing', {}) }),
  };
  if (change.kind === 'everything') return request;
  const named = theirs[change.kind];
  const beside = change.or === undefined ? {} : callNaming(endpoint, change.or, scene, theirs);
  if ('parameter' in change) return { ...request, ...beside, [change.parameter]: named };
  if ('query' in change) return { ...request, query: { [change.query]: named } };
  const body = change.property.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), [named]);
  return { ...request, body: RawBody.json(`naming ${named}`, body) };
}

type RefusedOf = (scene: Scene, shared: SharedTracker) => readonly Refused[] | Promise<readonly Refused[]>;

const tooFar: Readonly<Record<string, RefusedOf>> = {
  async 'each endpoint that changes something, in each place where its row says so'(scene) {
    const theirs = await theirsByKind(scene);
    const calls = scene.client as unknown as Readonly<Record<string, (request: object) => Promise<unknown>>>;
    return Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
      (endpoint.changes ?? [])
        .flatMap((change) => ('otherwise' in change ? [change, change.otherwise] : [change]))
        .map((change): Refused => {
          const request = callNaming(endpoint, change, scene, theirs);
          return [async () => calls[name]?.(request), theirs[change.kind]];
        }),
    );
  },
  'what only a part of a body names, or no part'({ client, tracker, project: { key }, others }) {
    const set = (body: Parameters<typeof client.setTransitions>[0]['body']) => () =>
      client.setTransitions({ transitionId: 1, body });
    const every = 'every project of the tracker, ';
    const { projectId, template: templateId } = others;
    const both = [`project ${projectId}, which this test neither made nor leased`, `template ${templateId}, which`];
    return [
      [set({ includeProjectKeys: [key, others.project] }), `project ${others.project}, `],
      [set({ includeProjectKeys: [], ignoreProjectKeys: [key] }), every],
      [set(RawBody.json('text', { includeProjectKeys: key })), every],
      [set(RawBody.json('a number beside a key', { includeProjectKeys: [key, 5] })), every],
      [() => client.clearTransitions({ body: broken(undefined) }), every],
      [() => client.deleteSelected({ templateId, body: broken('{"defaults": [') }), `template ${templateId}, `],
      [() => client.deleteByProjectAndTemplate({ projectIdOrKey: projectId, templateId }), both.join(' and ')],
      [() => tracker.setup.deleteIssue({ issueIdOrKey: others.issueId }), `issue ${others.issueId}, `],
    ];
  },
  async 'things of the sandbox that are not the test’s, and a sub-task'(scene, { sandbox, tenant }) {
    const { client, tracker, template } = scene;
    const disabled = sandbox.connections.find(({ enabled }) => !enabled);
    const free = sandbox.templates.find(({ id }) => id !== template.id)?.id ?? 0;
    const { key } = await tracker.provisioner.project({ templatePostFunction: 'keep' });
    const issues = tenant.state().issues as readonly (Row & { readonly parentId?: number | null })[];
    const subTask = issues.find(({ parentId }) => typeof parentId === 'number')?.key ?? '';
    const update = (connectionId = '') => client.updateUsers({ body: { connectionId, update: [] } });
    return [
      [() => client.deleteByTemplate({ templateId: free }), `template ${free}, `],
      [() => client.deleteProject({ projectIdOrKey: key }), `project ${key} itself`],
      [() => update(disabled?.id), `connection ${disabled?.id}, `],
      [() => update(disabled?.name), `connection ${disabled?.name}, `],
      [() => client.editIssue({ issueIdOrKey: subTask, body: summary }), `issue ${subTask}, `],
    ];
  },
  'what set-up does not see, and in no endpoint table'({ client, others: { issue }, tracker }, { sandbox, tenant }) {
    const { administrator: caller, record } = tracker;
    const fault = { kind: 'error-response', status: 404, method: 'GET', path: `/rest/api/2/issue/${issue}` } as const;
    tenant.addFault({ ...fault, caller: caller.name });
    const other = client.as(credentialsOf(sandbox.plainUser as Login));
    const row = { method: 'POST', path: '/rest/x', family: 'tracker', section: '', rules: [], scope: 'own' } as const;
    const call = { ...row, caller, endpoint: row, parameters: {}, query: {}, body: undefined, json: undefined };
    const send = () => Promise.reject(new Error('It was sent.'));
    return [
      [() => other.editIssue({ issueIdOrKey: issue, body: summary }), `issue ${issue}, `],
      [() => record({ ...call, name: 'addedByHand' }, send), 'nobody knows what'],
    ];
  },
};

test.describe('a call about what belongs to other people is stopped before it is sent', () => {
  for (const [what, refusedOf] of Object.entries(tooFar)) {
    test(`calls to ${what}`, async ({ shared, scene }) => {
      const refused = await refusedOf(scene, shared);
      const before = shared.tenant.state();

      for (const [send, changes] of refused) {
        const error = (await send().catch((thrown: unknown) => thrown)) as Error;
        expect.soft(error, changes).toBeInstanceOf(ScopeError);
        expect.soft(error.message).toMatch(/^(POST|PUT|DELETE) \/rest\/\S+ was not sent: it would change /);
        expect.soft(error.message).toContain(changes);
      }

      expect(shared.tenant.state()).toStrictEqual(before);
    });
  }

  test('in every spelling that a tracker may understand', async ({ shared, scene }) => {
    const before = [shared.tenant.state(), writesTo(shared)];

    for (const [spelling, send] of Object.entries(await spellings(scene))) {
      const error = (await send().catch((thrown: unknown) => thrown)) as Error;
      expect.soft(error, spelling).toBeInstanceOf(ScopeError);
      expect
        .soft(error.message, spelling)
        .toMatch(/was not sent: it would change (?:issue|project|template|user|nobody)/);
    }

    expect([shared.tenant.state(), writesTo(shared)]).toStrictEqual(before);
  });

  test('an issue with the mark of another run, and one that a refused creation names', async ({ shared, scene }) => {
    const { client, project, others, tracker } = scene;
    const setup = unguarded(tracker);
    const edit = (issueIdOrKey: string) => client.editIssue({ issueIdOrKey, body: summary });
    const make = async (run: string) => {
      const fields = { project: { key: others.project }, issuetype: { id: String(others.type) }, summary: 'Made' };
      const { key } = await setup.createIssue({ body: { fields } });
      // A template may have overwritten the summary.
      await setup.editIssue({ issueIdOrKey: key, body: { fields: { summary: `Made ${issueMark(run)}` } } });
      return key;
    };
    const [ofAnother, ofThisRun] = [await make('zzzzz'), await make(shared.settings.runId)];

    await expect(edit(ofAnother)).rejects.toThrow(ScopeError);
    expect((await edit(ofThisRun)).status).toBe(204);
    const fields = { project: { key: project.key }, issuetype: { id: '1' }, summary: 'x' };
    for (const status of [300, 400]) {
      shared.tenant.addFault({ kind: 'stub', status, json: { key: others.issue }, endpoint: 'createIssue', count: 1 });
      expect((await client.createIssue({ body: { fields } })).status).toBe(status);
      await expect(edit(others.issue)).rejects.toThrow(`it would change issue ${others.issue}, `);
    }
  });
});

function writesTo({ tenant }: SharedTracker): number {
  return tenant.journal().filter(({ method }) => method !== 'GET').length;
}

/** Calls that are about data of others if the tracker reads them as some trackers do. */
async function spellings(scene: Scene): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const { client, issue, project, template, others, tracker } = scene;
  const connection = await tracker.provisioner.connection({});
  const [user = ''] = connection.users.map(({ key }) => key);
  const id = others.issueId;
  const step = '"rowIndex":0,"status":"Pass"';
  const theirs = `{"issueId":${id},${step}}`;
  const ours = `{"issueId":${issue.id},${step}}`;
  const set = (body: unknown, type?: string | null) => () =>
    client.setStepStatus({ body: new RawBody('a spelling', body as string, type) });
  const edit = (issueIdOrKey: string) => () => client.editIssue({ issueIdOrKey, body: summary });
  const remove = (templateId: string) => () => client.deleteByTemplate({ templateId });
  const attach = (query: object, part = 'file') => {
    const parts = [file, { ...file, part, buffer: Buffer.from(String(id)) }];
    return () => client.addStepAttachments({ query: { rowIndex: '0', ...query } as never, files: parts });
  };
  const create = (text: string) => () => client.createIssue({ body: new RawBody('a spelling', text) });
  const update = (text: string) => () => client.updateUsers({ body: new RawBody('a spelling', text) });
  const marked = (body: unknown) => new RawBody('with a mark', `\ufeff${JSON.stringify(body)}`);
  const withQuery = (query: object) => () =>
    client.setStepStatus({ body: { issueId: issue.id, rowIndex: 0, status: 'Pass' }, query } as never);
  const change = `"update":[{"data":[{"userKey":"${user}","fields":[{"mail":"x"}]}]}]`;
  const removeBeside = (more: object) => () =>
    client.deleteByProjectAndTemplate({ projectIdOrKey: others.projectId, templateId: others.template, ...more });
  const rows = defineEndpoints('tracker', {
    editElsewhere: {
      method: 'PUT',
      path: '/issue/{issueIdOrKey}/',
      body: z.any(),
      changes: [{ kind: 'issue', property: 'issueKey' }],
    },
  });
  const { baseUrl, basePaths, administrator, record } = tracker;
  const custom = createApiClient(rows, {
    ...{ baseUrl, basePaths, caller: administrator, around: record },
    transport: undiciTransport(5_000),
  });
  const misplaced = (request: never) => () => custom.editElsewhere(request);
  return {
    'a mark': set(`\ufeff${theirs}`),
    'text after it': set(`${theirs} and more`),
    'text before it': set(`)]}',\n${theirs}`),
    'two values': set(`${ours}${theirs}`),
    'a comment': set(`/* x */${theirs}`),
    'single quotes': set(theirs.replaceAll('"', "'")),
    'names without quotes': set(`{issueId:${id},rowIndex:0,status:Pass}`),
    'a comma at the end': set(theirs.replace('}', ',}')),
    'a name twice, the first counts': set(theirs.replace('}', `,"issueId":${issue.id}}`)),
    'a name twice, the last counts': set(ours.replace('}', `,"issueId":${id}}`)),
    'a name in another case': set(theirs.replace('issueId', 'ISSUEID')),
    'a name in another case too': set(ours.replace('}', `,"IssueID":${id}}`)),
    'an escaped name': set(theirs.replace('issueId', String.raw`issue\u0049d`)),
    'an escaped number': set(theirs.replace(String(id), `"${String(id).replace(/^./, (one) => `\\u003${one}`)}"`)),
    'a number in a list': set(`{"issueId":[[${id}]],${step}}`),
    'a number in an object': set(`{"issueId":{"value":"${id}"},${step}}`),
    'a list of bodies': set(`[${theirs}]`),
    'a number with blanks': set(theirs.replace(String(id), `" ${id} "`)),
    'a number with zeros': set(theirs.replace(String(id), `"00${id}"`)),
    'a number with a sign': set(theirs.replace(String(id), `"+${id}"`)),
    'a hexadecimal number': set(theirs.replace(String(id), `"0x${id.toString(16)}"`)),
    'a number with a fraction': set(theirs.replace(String(id), `${id}.5`)),
    'a number with .0': set(theirs.replace(String(id), `${id}.0`)),
    'a number with an exponent': set(theirs.replace(String(id), `${id}e0`)),
    'wide digits': set(theirs.replace(String(id), `"${wide(id)}"`)),
    'UTF-16': set(theirs.split('').join('\0')),
    'UTF-16 in bytes': set(Buffer.from(theirs, 'utf16le')),
    'a charset of UTF-32': set(theirs, 'application/json; charset=utf-32'),
    'a charset of UTF-7': set('+AHs-', 'application/json;charset="UTF-7"'),
    'Latin-1 in bytes': set(Buffer.from(theirs, 'latin1')),
    'JSON as a text': set(JSON.stringify(theirs)),
    'JSON as plain text': set(theirs, 'text/plain'),
    'JSON without a type': set(theirs, null),
    'a form': set(`issueId=${id}&rowIndex=0`, 'application/x-www-form-urlencoded'),
    'a form with escapes': set(`issueId=%3${String(id).split('').join('%3')}`, 'application/x-www-form-urlencoded'),
    'parts of a form': set(
      `--b\r\nContent-Disposition: form-data; name="issueId"\r\n\r\n${id}\r\n--b--`,
      'multipart/form-data; boundary=b',
    ),
    'a part in base64': set(
      `--b\r\nContent-Transfer-Encoding: base64\r\n\r\n${btoa(theirs)}`,
      'multipart/mixed; boundary=b',
    ),
    'a page': set(`<issueId>&#x3${String(id).split('').join(';&#x3')};</issueId>`, 'application/xml'),
    'search parameters': set(new URLSearchParams({ issueId: String(id) })),
    'form data': set(new FormData()),
    'a stream': set(new Blob([theirs]).stream()),
    'its name behind many words': set(
      `${'x1 '.repeat(3)}${Array.from({ length: 60 }, (_, n) => `w${n}`).join(' ')} ${id}`,
    ),
    'a query beside the body': withQuery({ issueId: id }),
    'a query in another case': withQuery({ 'issue-ID[]': [id] }),
    'a method in the query': withQuery({ _method: 'DELETE' }),
    'two values of a query': attach({ issueId: [String(issue.id), String(id)] }),
    'a list in a query': attach({ issueId: `${issue.id},${id}` }),
    'a part beside a query': attach({ issueId: String(issue.id) }, 'issueId'),
    'dots in a path': edit(`${issue.key}/../${others.issue}`),
    'escaped dots in a path': edit(`${issue.key}%2f%2e%2e%2f${others.issue}`),
    'dots that are escaped twice': edit(`${issue.key}%252F..%252F${others.issue}`),
    'a slash at the end': edit(`${others.issue}/`),
    'slashes before': edit(`//${others.issue}`),
    'a parameter of a path': edit(`${others.issue};jsessionid=1`),
    'a query in a path': edit(`${others.issue}?x=1`),
    'a key in lower case': edit(others.issue.toLowerCase()),
    'a key with a blank': edit(`${others.issue} `),
    'a template with zeros': remove(`0${others.template}`),
    'a template with dots': remove(`${template.id}/../${others.template}`),
    'a new issue': create(`\ufeff{"fields":{"project":{"key":"${others.project}"}}}`),
    'a new issue in two projects': create(`{"fields":{"project":{"key":"${project.key}","key":"${others.project}"}}}`),
    'a link': () => client.linkIssues({ body: marked(linkBody(issue.key, others.issue)) }),
    'a component': () => client.createComponent({ body: marked({ project: others.project, name: 'x' }) }),
    'a version': () => client.createVersion({ body: marked({ project: others.project, name: 'x' }) }),
    'a new project': () => client.createProject({ body: marked({ key: 'MARKED', name: 'x', lead: 'x' }) }),
    'a bulk call': () =>
      client.clearTransitions({ body: broken(`{"includeProjectKeys":["${project.key}"],"includeProjectKeys":[]}`) }),
    'a connection': update(`\ufeff{"connectionId":"${others.connection}",${change}}`),
    'a connection twice': update(`{"connectionId":"${connection.id}","connectionId":"${others.connection}",${change}}`),
    'an own connection as a number': update(`{"connectionId":${connection.id},${change}}`),
    'an own connection in another case': update(
      `{"connectionId":"${connection.id}",${change.replace('data', 'Data')}}`,
    ),
    'an own connection with a mark': update(`\ufeff{"connectionId":"${connection.id}",${change}}`),
    'an own template as text': remove(`${template.id}.0`),
    'an own template in the query of a path of others': removeBeside({ query: { templateId: template.id } }),
    'an own template in a part of a form': removeBeside({
      files: [{ ...file, part: 'templateId', buffer: Buffer.from(String(template.id)) }],
    }),
    'a big number in a query': attach({ issueId: BigInt(id) }),
    'a row that names another place than its path': misplaced({ issueIdOrKey: others.issue, body: summary } as never),
  };
}

function wide(id: number): string {
  return String(id).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

const linkBody = (inwardIssue: string, outwardIssue: string) => ({
  type: { name: 'Blocks' },
  inwardIssue: { key: inwardIssue },
  outwardIssue: { key: outwardIssue },
});

/** Links two issues as another user does. @returns the id of the link */
async function linkOf(tracker: Tracker, inwardIssue: string, outwardIssue: string): Promise<string> {
  const setup = unguarded(tracker);
  await setup.linkIssues({ body: linkBody(inwardIssue, outwardIssue) });
  const { fields } = await setup.getIssue({ issueIdOrKey: outwardIssue, query: { fields: 'issuelinks' } });
  const [link] = fields['issuelinks'] as readonly { readonly id: string }[];
  return link?.id ?? '';
}

test('a call about a connection is sent only if nobody can tell whether there is one', async ({ shared, scene }) => {
  const update = (connectionId: string) => scene.client.updateUsers({ body: { connectionId, update: [] } });
  const endpoint = 'listConnectionUsers';
  // This one alone is answered for with an error, and what is unknown is not.
  shared.tenant.addFault({ kind: 'error-response', status: 501, endpoint, count: 1 });
  await expect(update(scene.others.connection)).rejects.toThrow('answered 501');

  const page = { current: 1, pageSize: 1, totalPages: 0, totalElements: 0 };
  const empty = { kind: 'stub' as const, json: { elements: [], page } };
  // This one alone is empty, and what is unknown is refused.
  shared.tenant.addFault({ ...empty, endpoint, count: 1 });
  await expect(update('1')).rejects.toThrow('connection 1, which this test has not leased');

  for (const fault of [{ kind: 'error-response', status: 501 }, { kind: 'stub', json: {} }, empty] as const) {
    shared.tenant.clearFaults();
    shared.tenant.addFault({ ...fault, endpoint });
    expect((await update('1')).status).toBe(400);
  }
});

test.describe('a call passes', () => {
  test('about what does not exist, that changes nothing, or with a body that names nothing', async ({ scene }) => {
    const { client } = scene;

    const unknown = [
      await client.deleteByProject({ projectIdOrKey: 'NOSUCHKEY' }),
      await client.deleteByTemplate({ templateId: 4_000_000 }),
      await client.editIssue({ issueIdOrKey: 'NOSUCHKEY-1', body: summary }),
      await client.deleteComponent({ componentId: 4_000_000 }),
      await client.deleteAttachment({ attachmentId: 4_000_000 }),
      await client.setTransitions({ transitionId: 1, body: { includeProjectKeys: ['NOSUCHKEY'] } }),
      await client.updateUsers({ body: { connectionId: '4000000', update: [] } }),
      await client.setStepStatus({ body: { issueId: 4_000_000, rowIndex: 0, status: 'Pass' } }),
      await client.deleteIssueLink({ linkId: '4000000' }),
      await client.createServiceRequest({ body: { serviceDeskId: '4000000', requestTypeId: '1' } }),
      await client.copyPlan({ body: { testPlanKey: 'NOSUCHKEY-1' } }),
    ];
    const nothing = [
      await client.searchIssuesByPost({ body: { jql: '' } }),
      await client.updateUsers({ body: RawBody.json('null', null) }),
      await client.createIssue({ body: RawBody.json('without fields', {}) }),
      await client.setStepStatus({ body: new RawBody('a form', 'defaults=1', 'application/x-www-form-urlencoded') }),
    ];

    expect(unknown.map(({ status }) => status)).toStrictEqual([404, 404, 404, 404, 404, 200, 400, 404, 404, 400, 404]);
    expect(nothing.map(({ status }) => status)).toStrictEqual([200, 400, 400, 415]);
  });

  test('about a project that a call made, a version in it, and a link', async ({ shared, scene }) => {
    const { client, issue, project, tracker } = scene;
    const lead = (await client.getMyself()).data.name;
    const made = await client.createProject({ body: { key: 'MADEBYCALL', name: 'Made by a call', lead } });

    const response = await client.createComponent({ body: { project: 'MADEBYCALL', name: 'Part' } });
    const version = await client.createVersion({ body: { project: 'MADEBYCALL', name: '1.0' } });
    const gone = await client.deleteVersion({ versionId: version.data.id, query: {} });
    const issuetype = { id: String(project.issueTypes[0]?.id) };
    const fields = { project: { key: project.key }, issuetype, summary: 'y' };
    const other = await client.createIssue({ body: { fields } });
    const unlinked = await client.deleteIssueLink({ linkId: await linkOf(tracker, issue.key, other.data.key) });

    expect([made, response, version].map(({ status }) => status)).toStrictEqual([201, 201, 201]);
    expect([gone, unlinked].map(({ status }) => status)).toStrictEqual([204, 204]);
    await scene.tracker.release();
    expect((shared.tenant.state().projects as Row[]).map(({ key }) => key)).not.toContain('MADEBYCALL');
    expect(shared.left()).toStrictEqual([]);
  });
});

test.describe('on a tracker that is declared disposable', () => {
  test('a call passes, unless it changes every project and the test is not alone', async ({ shared, scene }) => {
    const tracker = await shared.open({ disposable: true });
    const client = clientOf(tracker);
    const { entries: before } = shared.tenant.state();

    for (const send of [
      () => client.setTransitions({ transitionId: 1, body: { ignoreProjectKeys: ['ANY'] } }),
      () => client.clearTransitions({ body: { includeProjectKeys: [] } }),
      () => client.clearTransitions({ body: broken(undefined) }),
    ]) {
      await expect(send()).rejects.toThrow(ScopeError);
      await expect(send()).rejects.toThrow(
        /^(POST|DELETE) \/rest\/\S+ was not sent: it would change every project of the tracker, and others use this tracker\. Name in includeProjectKeys .+; or have the test alone .+ put changesEveryProject\(\) around the details of the test\.$/,
      );
    }
    expect(shared.tenant.state().entries).toStrictEqual(before);
    const { data } = await client.deleteByProject({ projectIdOrKey: scene.others.projectId });
    expect(data.removed).toBeGreaterThan(0);
  });

  test('every call of a test that is alone passes', async ({ shared }) => {
    const tracker = await shared.open({ disposable: true }, { isAlone: true });

    const response = await clientOf(tracker).setTransitions({ transitionId: 1, body: {} });

    expect(response).toHaveProperty('status', 200);
  });
});
