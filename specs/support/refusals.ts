import { unreadableBodies } from '../../builders/index.js';
import type { RawBody } from '../../builders/index.js';
import { changedNothing, expect, test } from '../../fixtures/index.js';
import type { ApiResponse, Assumptions, Changes, TestFixtures } from '../../fixtures/index.js';
import { at, isObject, propertyOf } from './values.js';

type RefusalRule = 'DT-N17' | 'AD-N14' | 'TM-N17';
type Refusals = Assumptions[RefusalRule];
type RefusalKind = Exclude<keyof Refusals, 'body'>;

export interface Refused {
  readonly title: string;
  readonly kind: RefusalKind;
}

/** Callers whose credentials are of no use, as `badCredentials` names them. */
export const uselessCredentials = [
  { caller: 'anonymous', title: 'no credentials', kind: 'noLogin' },
  { caller: 'wrongPassword', title: 'a wrong password', kind: 'wrongLogin' },
  { caller: 'unknownUser', title: 'an unknown user', kind: 'wrongLogin' },
] as const;

export function refusedBodies(malformed: readonly RawBody[], unreadable = unreadableBodies) {
  const wrong = malformed.map((body) => ({ body, kind: 'wrongTypes' as const }));
  return [...wrong, ...unreadable].map(({ body, kind }) => ({ title: body.name, body, kind }));
}

const AT_ONCE = 4;

interface Tried<Row extends Refused> {
  readonly row: Row;
  readonly response: ApiResponse;
}

/**
 * Sends requests that an endpoint may refuse: no document says that it does. They are sent a few at once, with one look
 * at the data before and one after. If all are refused, none may have changed anything; if something changed, each is
 * sent again with looks of its own, to tell which of them did it.
 *
 * @param changesBy runs a function that sends requests, and tells what changed meanwhile
 * @param atOnce how many are sent at once; one, if a request that is accepted makes what can't be told from another's
 */
export async function tryEach<Row extends Refused>(
  rows: readonly Row[],
  send: (row: Row) => Promise<ApiResponse>,
  changesBy: (call: () => Promise<ApiResponse>) => Promise<Changes>,
  atOnce = AT_ONCE,
): Promise<readonly Tried<Row>[]> {
  const sendRow = async (row: Row) => ({ row, response: await test.step(row.title, () => send(row)) });
  const answers: Tried<Row>[] = [];
  const changes = await changesBy(async () => {
    for (let sent = 0; sent < rows.length; sent += atOnce) {
      answers.push(...(await Promise.all(rows.slice(sent, sent + atOnce).map(sendRow))));
    }
    return at(answers, answers.length - 1).response;
  });
  if (!changedNothing(changes) && answers.every(({ response }) => !response.ok)) {
    for (const row of rows) {
      const alone = await changesBy(async () => (await sendRow(row)).response);
      expect.soft(alone, row.title).toHaveChangedNothing();
    }
    expect(changes, `one of ${rows.map(({ title }) => title).join(', ')}`).toHaveChangedNothing();
  }
  return answers;
}

/** Records how requests were refused; one that was accepted leaves the refusal unclear. */
export function observeRefusals(
  observe: TestFixtures['observe'],
  rule: RefusalRule,
  answers: readonly Tried<Refused>[],
): void {
  for (const { row, response } of answers) {
    const refusal = response.ok ? undefined : refusalOf(row.kind, response);
    observe.orUnclear(rule, refusal, `${row.title} is accepted with ${response.status}.`);
  }
}

/** How a call was refused, in the terms of the settings for refusals (DT-N17, AD-N14, TM-N17). */
export function refusalOf(kind: RefusalKind, response: ApiResponse): Partial<Refusals> {
  return { [kind]: response.status, body: shapeOf(response) };
}

function shapeOf({ bytes, json }: ApiResponse): Refusals['body'] {
  if (bytes.length === 0) return 'empty';
  if (isObject(json) && Array.isArray(propertyOf(json, 'errorMessages'))) return 'errorMessages';
  return typeof propertyOf(json, 'message') === 'string' ? 'message' : 'text';
}
