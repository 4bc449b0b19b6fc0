import { createApiClient } from '../../../client/api-client.js';
import { undiciTransport } from '../../../client/undici-transport.js';
import { expect } from '@playwright/test';
import { z as z3 } from 'zod/v3';
import { coversWith, defineEndpoints, defineRules, z } from '../../../fixtures/index.js';
import type { ApiClient, Tracker } from '../../../fixtures/index.js';
import {
  browsableIssue,
  customRows,
  json,
  mergeOverrides,
  serve,
  startFake,
  TrackerError,
} from '../../../fake/index.js';
import { test } from '../fixtures/shared-tracker-test.js';

const path = '/issue/{issueIdOrKey}/watchers';
const watcherEndpoints = defineEndpoints(
  { name: 'watchers', basePath: '/rest/watchers/1.0/' },
  {
    listWatchers: { method: 'GET', path, query: z.object({ startsWith: z.string().optional() }) },
    addWatcher: { method: 'POST', path, body: z.strictObject({ name: z.string() }) },
  },
);
const watchers = customRows<readonly string[]>('watchers');
const override = serve(watcherEndpoints, {
  listWatchers: ({ state, query, parameters }) => {
    const names = watchers.get(state, parameters.issueIdOrKey) ?? [];
    return json({ watchers: names.filter((name) => name.startsWith(query.startsWith ?? '')) });
  },
  addWatcher: (call) => {
    const { key } = browsableIssue(call, call.parameters.issueIdOrKey).issue;
    const names = [...new Set([...(watchers.get(call.state, key) ?? []), call.body.name])];
    watchers.set(call.state, key, names);
    if (call.state.tables.users.first('name', call.body.name) === undefined) throw new TrackerError(404, 'Unknown.');
    return json({ watchers: names });
  },
});
const headers = { Authorization: `Basic ${btoa('admin:admin')}`, 'Content-Type': 'application/json' };

test.describe('serve', () => {
  test('answers own endpoints in each tenant from rows of its own, and undoes what is refused', async () => {
    const fake = await startFake({ override });
    const other = fake.control.open();
    const urlIn = (contextPath: string) => `${fake.url}${contextPath}/rest/watchers/1.0/issue/DEMO-1/watchers`;
    const add = async (name: string) => {
      const answer = await fetch(urlIn(''), { method: 'POST', headers, body: JSON.stringify({ name }) });
      return answer.status;
    };
    const list = async (contextPath = '') => (await fetch(urlIn(contextPath), { headers })).json();

    expect([await add('admin'), await add('nobody'), await add('admin')]).toStrictEqual([200, 404, 200]);

    expect(await list()).toStrictEqual({ watchers: ['admin'] });
    expect(await list(other.contextPath)).toStrictEqual({ watchers: [] });
    expect(fake.control.tenant('main').state().own).toStrictEqual([
      { of: 'watchers', key: 'DEMO-1', value: ['admin'] },
    ]);
    fake.control.tenant('main').reset();
    expect(await list()).toStrictEqual({ watchers: [] });
    expect(fake.control.tenant('main').journal().at(-1)?.endpoint).toBe('GET /issue/{issueIdOrKey}/watchers');
    await fake.close();
  });

  test('refuses endpoints that it can’t tell apart or find', async () => {
    const taken = defineEndpoints('tracker', { mine: { method: 'GET', path: '/issue/{id}' } });
    const outside = defineEndpoints({ name: 'plugins', basePath: '/plugins' }, { plugin: { method: 'GET', path: '' } });
    const answer = () => ({ status: 200 });

    await expect(startFake({ override: mergeOverrides(override, override) })).rejects.toThrow(
      'The fake serves an endpoint named listWatchers already.',
    );
    await expect(startFake({ override: serve(taken, { mine: answer }) })).rejects.toThrow(
      "The fake can't serve mine (GET /issue/{id}): getIssue (GET /issue/{issueIdOrKey}) is there already.",
    );
    expect(() => serve(outside, { plugin: answer })).toThrow(
      "The fake can't serve plugins at /plugins: a tracker's own paths start with /rest or /secure.",
    );
  });
});

test.describe('the guard of a tracker that others use', () => {
  const path = '/issue/{issueIdOrKey}/w';
  const table = defineEndpoints('tracker', {
    byPath: { method: 'POST', path, changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }] },
    nothing: { method: 'POST', path: '/search/w', changes: [] },
    undeclared: { method: 'POST', path: '/undeclared' },
    reads: { method: 'GET', path: '/undeclared' },
  });

  function clientOf({ baseUrl, basePaths, administrator, record }: Tracker): ApiClient<typeof table> {
    const transport = undiciTransport(5_000);
    return createApiClient(table, { baseUrl, basePaths, caller: administrator, transport, around: record });
  }

  test('stops calls about what is other people’s, and lets those about the test’s own pass', async ({ shared }) => {
    const tracker = await shared.open();
    const client = clientOf(tracker);
    const project = await tracker.provisioner.project({ issueTypes: 1 });
    const fields = {
      project: { key: project.key },
      issuetype: { id: String(project.issueTypes[0]?.id) },
      summary: 'x',
    };
    const own = (await tracker.provisioner.issue({ fields })).key;
    const [{ key: others }] = shared.tenant.state().issues as [{ readonly key: string }];
    const isNotServed = { status: 404 };

    await expect(client.byPath({ issueIdOrKey: others })).rejects.toThrow(
      `issue ${others}, which this test did not make`,
    );
    await expect(client.undeclared()).rejects.toThrow(
      "POST /rest/api/2/undeclared was not sent: it would change nobody knows what, and others use this tracker. Say it in its row of defineEndpoints: changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }], or changes: [].",
    );

    expect(await client.byPath({ issueIdOrKey: own })).toMatchObject(isNotServed);
    expect(await client.nothing()).toMatchObject(isNotServed);
    expect(await client.reads()).toMatchObject(isNotServed);
    await tracker.release();
  });
});

const text = ['own', 'Section 1', 'It holds.'] as const;

test('defineRules refuses every id that is none of one’s own', () => {
  const untyped = defineRules as (name: string, rows: Readonly<Record<string, typeof text>>) => unknown;

  expect(() => untyped('Mine', { 'DT-13': text, 'TM-99': text, 'WA-N01': text, 'W-1': text, 'WA-01': text })).toThrow(
    "The rules of Mine can't be used: DT-13 starts as the ids of the catalogue do (DT, AD, TM): choose other letters. " +
      'TM-99 starts as the ids of the catalogue do (DT, AD, TM): choose other letters. ' +
      'WA-N01 is no id: write two or more capitals, a dash and digits, such as WA-01. ' +
      'W-1 is no id: write two or more capitals, a dash and digits, such as WA-01.',
  );
  expect(() => untyped('Mine', { 'WA-01': ['mine', '', ''] as never })).toThrow(
    "The rules of Mine can't be used: WA-01 scopes 'mine', which is none of read, own, project, tracker.",
  );
  expect(() => untyped('directory sync', { 'WA-01': text })).toThrow('The name is one of the catalogue’s');
  expect(() => untyped(' ', { 'WA-01': text })).toThrow('Give them a name for the reports.');
});

test('coversWith takes rules of both kinds, and none that is not defined', () => {
  const covers = coversWith(defineRules('Watchers', { 'WA-01': ['own', 'rule 1', 'Nothing changes.'] }));

  expect(covers('WA-01', 'DT-13').tag).toStrictEqual(['@WA-01', '@DT-13']);
  expect(() => covers('XX-YY' as never)).toThrow(
    'There is no rule XX-YY. Rules of your own are declared by defineRules.',
  );
  expect(() => covers('WA-09' as never)).toThrow(
    /^There is no rule WA-09\. Did you mean WA-01[^?]*\? Rules of your own are declared by defineRules\.$/,
  );
});

test('defineEndpoints refuses what would stand in the way of the table, and changes that no path names', () => {
  const misspelt = [{ kind: 'isue', parameter: 'key' }] as never;
  expect(() =>
    defineEndpoints('tracker', {
      createIssue: { method: 'POST', path: '/watchers' },
      as: { method: 'GET', path: '/others' },
      mine: { method: 'GET', path: '/issue/{issueIdOrKey}' },
      change: { method: 'POST', path: '/w/{id}', changes: [{ kind: 'issue', parameter: 'key' }] },
      other: {
        method: 'PUT',
        path: '/w/{id}',
        changes: [{ kind: 'issue', parameter: 'id', otherwise: { kind: 'project', parameter: 'key' } }],
      },
    }),
  ).toThrow(
    "These endpoints can't be used. createIssue is the name of an endpoint of the table: choose another. " +
      'as is what every client is asked for by another caller: choose another name. ' +
      'mine: the table has GET /issue/{issueIdOrKey} already. ' +
      'change changes what {key} names, which is not in its path /w/{id}. ' +
      'other changes what {key} names, which is not in its path /w/{id}.',
  );
  expect(() => defineEndpoints('tracker', { watch: { method: 'POST', path: '/w/{key}', changes: misspelt } })).toThrow(
    "watch changes 'isue', which is no kind of change: project, whole project, component,",
  );
  const misread = { method: 'GET', path: '/w/{key}', respnse: z.object({}) } as const;
  expect(() => defineEndpoints('tracker', { misread: misread as never })).toThrow(
    'misread has no property respnse. Did you mean response?',
  );
  const byZod3 = { method: 'PUT', path: '/w/{key}', body: z3.object({}) as never } as const;
  expect(() => defineEndpoints('tracker', { byZod3 })).toThrow(
    "These endpoints can't be used. byZod3: another zod made its body: take z from 'tracker-e2e'.",
  );
  expect(() => defineEndpoints({ name: 'mine', basePath: 'rest/mine' }, {})).toThrow(
    "The base path 'rest/mine' of mine can't be used: it has to be a path that starts with /",
  );
});
