import { expect } from '@playwright/test';
import type { TenantState } from '../../../fake/control/control.js';
import type { IncomingAnswer, OutgoingRequest, Transport } from '../../../client/transport.js';
import { test, unguarded } from '../fixtures/shared-tracker-test.js';
import type { SharedTracker } from '../fixtures/shared-tracker-test.js';
import { entryIn, smallSandbox, sweep, useEverything } from './sweep-test.js';

type Through = (send: Transport) => Transport;

const isSearch = ({ url }: OutgoingRequest) => /\/search(\?|$)/.test(url);
const isRemoval = ({ method }: OutgoingRequest) => method === 'DELETE';
const answerOf = (status: number, body: object): IncomingAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
});

/** Changes what a search answers. */
const searching =
  (change: (issues: readonly object[], asked: number) => readonly object[]): Through =>
  (send) => {
    let asked = 0;
    return async (request) => {
      const answer = await send(request);
      if (!isSearch(request) || answer.status !== 200) return answer;
      const found = JSON.parse(answer.body.toString()) as { readonly issues: readonly object[] };
      asked += 1;
      const issues = change(found.issues, asked);
      return answerOf(200, { ...found, issues, total: issues.length });
    };
  };

const nothingRemoved: Through = (send) => (request) =>
  isRemoval(request) ? Promise.resolve(answerOf(204, {})) : send(request);

/** Trackers whose answers are not what they seem, and whether the clean-up of a test can do its work there all the same. */
const odd: Readonly<Record<string, { readonly through: Through; readonly cleansUp: boolean }>> = {
  'whose search gives ten issues at most': {
    through: (send) => (request) => {
      if (!isSearch(request) || request.body === undefined) return send(request);
      const body = JSON.parse(request.body) as { readonly maxResults?: number };
      return send({ ...request, body: JSON.stringify({ ...body, maxResults: Math.min(10, body.maxResults ?? 10) }) });
    },
    cleansUp: true,
  },
  'whose search finds nothing at first': {
    through: searching((issues, asked) => (asked < 4 ? [] : issues)),
    cleansUp: true,
  },
  'whose search finds too little': { through: searching((issues) => issues.slice(1)), cleansUp: true },
  'that answers 204 to each removal and removes nothing': { through: nothingRemoved, cleansUp: false },
  'that removes nothing, and whose search gives ten issues at most': {
    through: (send) => nothingRemoved(searching((issues) => issues.slice(0, 10))(send)),
    cleansUp: false,
  },
  'that answers 500 after each removal': {
    through: (send) => async (request) => {
      const answer = await send(request);
      return isRemoval(request) ? answerOf(500, { errorMessages: ['after doing'] }) : answer;
    },
    cleansUp: false,
  },
  'that answers 500 after each update of a connection': {
    through: (send) => async (request) => {
      const answer = await send(request);
      return request.url.endsWith('/public/update') ? answerOf(500, { errorMessages: ['after doing'] }) : answer;
    },
    cleansUp: false,
  },
};

/** The projects and issues that were not there before, without sub-tasks and as the ledger names them. */
function madeIn({ tenant }: SharedTracker, before: TenantState): string[] {
  const rows = ({ projects, issues }: TenantState) => {
    const some = issues as readonly { readonly key: string; readonly parentId: unknown }[];
    const whole = some.filter(({ parentId }) => typeof parentId !== 'number');
    return [...whole.map(({ key }) => `issue ${key}`), ...(projects as typeof some).map(({ key }) => `project ${key}`)];
  };
  const known = new Set(rows(before));
  return rows(tenant.state()).filter((row) => !known.has(row));
}

for (const [what, { through, cleansUp }] of Object.entries(odd)) {
  test(`on a tracker ${what} nothing changes in the end, and what is left is named`, async ({ shared }) => {
    const before = shared.tenant.state();
    const { worker, tracker, template } = await useEverything(shared, through);

    const problems: unknown[] = [];
    await tracker.release().catch((error: unknown) => problems.push(error));
    const stillHas = shared.left().includes(`entries ${template.id}`);
    const next = await worker.open();
    const isGivenAgain = (await next.provisioner.template({})).id === template.id;
    await next.release();
    await worker.close().catch((error: unknown) => problems.push(error));

    const isAsBefore = JSON.stringify(shared.tenant.state()) === JSON.stringify(before);
    expect(problems.length === 0, problems.map(String).join('\n')).toBe(cleansUp);
    expect([isGivenAgain, problems.some((error) => String(error).includes(`entries ${template.id}: `))]).toStrictEqual([
      !stillHas,
      stillHas,
    ]);
    // What a tracker said about a removal is not believed: without a problem nothing may be left.
    expect(problems.length > 0 || isAsBefore).toBe(true);
    expect(shared.left()).toStrictEqual(expect.arrayContaining(madeIn(shared, before)));
    // As it answers when it is mended.
    const { remaining, unseen } = await sweep(shared, { yes: true });
    expect({ remaining, unseen }).toStrictEqual({ remaining: 0, unseen: [] });
    expect(shared.tenant.state()).toStrictEqual(before);
    expect(shared.left()).toStrictEqual([]);
  });
}

test.describe('on a tracker with one default template for a type', () => {
  test.use({ assumptions: { 'DT-N20': 'replaces the first' } });

  test('the entry of others whose place a test takes is made again', async ({ shared }) => {
    const { sandbox, project, theirs } = smallSandbox(shared);
    const { id, key, issueTypeIds } = project;
    const tracker = await shared.open(sandbox);
    const setup = unguarded(tracker);
    await setup.create(entryIn(id, theirs[0], issueTypeIds[0]));
    const read = async () => {
      const entries = await setup.listByProject({ projectIdOrKey: key });
      return entries.map(({ templateId, issueTypeId }) => [templateId, issueTypeId]);
    };
    const before = await read();
    await tracker.provisioner.project({ templatePostFunction: 'keep' });
    const template = await tracker.provisioner.template({});

    await tracker.setup.create(entryIn(id, template.id, issueTypeIds[0]));
    expect(await read()).toStrictEqual([[template.id, String(issueTypeIds[0])]]);
    await tracker.release();

    expect(await read()).toStrictEqual(before);
    expect(shared.left()).toStrictEqual([]);
  });
});
