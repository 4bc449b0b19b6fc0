import { setTimeout } from 'node:timers/promises';
import type { Assumptions } from '../../../contracts/index.js';
import type { ApiResponse, TestFixtures } from '../../../fixtures/index.js';
import { isObject, itemsOf, propertyOf } from '../../support/json.js';
import { UNTIL_CREATED } from './polling.js';
import { named, readIssue } from './read-issue.js';

type Issues = TestFixtures['issues'];

/** An issue that an answer names. */
export interface NamedIssue {
  readonly id: number;
  readonly key: string;
}

/** A copied plan, with the cases that the result of the copy names. */
export interface CopiedPlan extends NamedIssue {
  readonly cases: readonly NamedIssue[];
}

/** The copied plans that the result of a copy names directly or by their cases, in any shape (TM-N08). */
export async function copiedPlans(issues: Issues, response: ApiResponse): Promise<CopiedPlan[]> {
  const source = propertyOf(JSON.parse(response.exchange.requestBody ?? 'null'), 'testPlanKey');
  const found = await read(issues, [String(source), ...namesIn(response.json)]);
  const planned = found.find(({ key }) => key === source);
  const cases = found.filter(({ parent }) => parent !== undefined);
  const keys = found.map(({ key, parent, type }) => parent ?? (type === planned?.type ? key : undefined));
  const copies = [...new Set(keys)].flatMap((key) => (key === undefined || key === source ? [] : [key]));
  const unread = copies.filter((key) => !found.some((issue) => issue.key === key));
  const known = [...found, ...(await read(issues, unread))];
  const plans = copies.flatMap((copy) => known.find(({ key }) => key === copy) ?? []);
  return plans.map(({ id, key }) => ({
    id,
    key,
    cases: cases.filter(({ parent }) => parent === key).map((one) => ({ id: one.id, key: one.key })),
  }));
}

/**
 * The one plan that an asynchronous copy makes. Its answer need not name it: then it is the plan of that project that has
 * the summary of the source, and is none of the copies that were there before.
 *
 * @throws Error if none comes to be
 */
export async function copyInBackground(
  issues: Issues,
  response: ApiResponse,
  before: readonly (NamedIssue | undefined)[] = [],
): Promise<CopiedPlan> {
  const [told] = await copiedPlans(issues, response);
  if (told !== undefined) return told;
  const source = String(propertyOf(JSON.parse(response.exchange.requestBody ?? 'null'), 'testPlanKey'));
  const summary = String((await readIssue(issues, source)).fields['summary']);
  // A late index may still find a copy that an earlier test has made and deleted: this one was made after all of these.
  const last = Math.max(...[source, ...before.flatMap((issue) => issue?.key ?? [])].map(numberOf));
  const jql = `project = ${source.replace(/-\d+$/, '')} ORDER BY created DESC`;
  const until = Date.now() + UNTIL_CREATED.timeout;
  for (;;) {
    const { data } = await issues.searchIssues({ query: { jql, maxResults: 50, fields: 'summary,parent' } });
    const found = data.issues.find(
      ({ key, fields }) =>
        numberOf(key) > last && !isObject(fields['parent']) && String(fields['summary']).includes(summary),
    );
    if (found !== undefined) return { id: Number(found.id), key: found.key, cases: [] };
    if (Date.now() > until) throw new Error(`${response.exchange.url} made no copy of ${source} that a search finds.`);
    await setTimeout(200);
  }
}

/** The number in a key: later issues of a project have higher ones. */
function numberOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('-') + 1));
}

/** The keys of the cases that an answer names, in any shape (TM-N09). */
export async function createdKeys(issues: Issues, response: ApiResponse): Promise<string[]> {
  const found = await read(issues, namesIn(response.json));
  return found.flatMap(({ key, parent }) => (parent === undefined ? [] : [key]));
}

interface FoundIssue extends NamedIssue {
  readonly type: unknown;
  /** The key of the plan, if it is a case. */
  readonly parent: string | undefined;
}

/** The issues that names stand for, each once; other names are left out. */
async function read(issues: Issues, names: readonly string[]): Promise<FoundIssue[]> {
  const answers = await Promise.all(
    [...new Set(names)].map((issueIdOrKey) => issues.getIssue({ issueIdOrKey, query: { fields: 'issuetype,parent' } })),
  );
  const found = answers.flatMap((answer) => {
    if (!answer.ok) return [];
    const { data } = answer;
    const parent = named(data, 'parent', 'key');
    const type = named(data, 'issuetype', 'id');
    return [{ id: Number(data.id), key: data.key, type, parent: typeof parent === 'string' ? parent : undefined }];
  });
  return [...new Map(found.map((issue) => [issue.key, issue])).values()];
}

/** The values of an answer that may name issues: keys and ids. What has a key is named by it. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (isObject(value)) {
    const isKeyed = typeof value['key'] === 'string';
    return Object.entries(value).flatMap(([name, part]) => (isKeyed && name === 'id' ? [] : namesIn(part)));
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return /^([A-Z][A-Z0-9_]*-)?[1-9]\d*$/.test(text) ? [text] : [];
}

/** How the result of a copy names the cases it has created (TM-N08); undefined if it does so in no known way. */
export function howCopied(
  answer: unknown,
  { id, key }: NamedIssue,
): Pick<Assumptions['TM-N08'], 'plans' | 'cases' | 'names'> | undefined {
  const [byKey, byId] = [pathTo(answer, [key]), pathTo(answer, [id, String(id)])];
  const [plans, list, cases, items] = byKey ?? byId ?? [];
  if (plans === undefined || cases === undefined || list !== ITEM || items !== ITEM) return undefined;
  const names = byKey !== undefined && byId !== undefined ? 'id and key' : byKey === undefined ? 'id' : 'key';
  return { plans, cases, names };
}

/** The place of the key of a case in the answer to an addition (TM-N09); undefined if the place is not a known one. */
export function howAdded(
  answer: unknown,
  { key: created }: NamedIssue,
): Pick<Assumptions['TM-N09'], 'plans' | 'cases' | 'key'> | undefined {
  const path = pathTo(answer, [created]) ?? [];
  const last = path.at(-1);
  const lists = path.filter((_, index) => path[index + 1] === ITEM);
  const cases = lists.at(-1);
  const plans = lists.length === 1 ? null : lists[0];
  if (plans === undefined || cases === undefined || last === undefined) return undefined;
  const key = last === ITEM ? null : last;
  return path.length === lists.length * 2 + (key === null ? 0 : 1) ? { plans, cases, key } : undefined;
}

/** The list of the cases in an answer: one for each plan, or one for the whole answer. */
interface CasesPlace {
  readonly plans: string | null;
  readonly cases: string;
}

/** How the result of an asynchronous copy leaves out its cases (TM-N08). @param named the copies that it names */
export function howCopyLeftOut(
  answer: unknown,
  named: readonly CopiedPlan[],
  place: CasesPlace | undefined,
): Assumptions['TM-N08']['async'] {
  return named.length === 0 ? 'no plans' : howLeftOut(answer, place);
}

/** How an answer leaves out cases that are created later (TM-N09). @param place where other answers have them */
export function howLeftOut(answer: unknown, place: CasesPlace | undefined): Assumptions['TM-N09']['async'] {
  if (place === undefined) return 'absent';
  const { plans, cases } = place;
  const holders = plans === null ? [answer] : itemsOf(propertyOf(answer, plans));
  return holders.some((holder) => Array.isArray(propertyOf(holder, cases))) ? 'empty' : 'absent';
}

/** Stands for an item of a list in a path. */
const ITEM = '[]';

/** The names of the properties that lead to the first of some values; undefined if none is there. */
function pathTo(value: unknown, wanted: readonly unknown[]): string[] | undefined {
  if (wanted.includes(value)) return [];
  const parts = isObject(value) ? Object.entries(value) : itemsOf(value).map((item) => [ITEM, item] as const);
  for (const [name, part] of parts) {
    const rest = pathTo(part, wanted);
    if (rest !== undefined) return [name, ...rest];
  }
  return undefined;
}

/** The order of the cases that additions made (TM-N22), by the keys of their templates and the templates that were named. */
export function howOrdered(
  additions: readonly { readonly keys: readonly unknown[]; readonly named: readonly Pick<NamedIssue, 'key'>[] }[],
): Assumptions['TM-N22'] {
  const areAsNamed = additions.every(({ keys, named: templates }) =>
    templates.every(({ key }, index) => key === keys[index]),
  );
  return areAsNamed ? 'as named' : 'otherwise';
}

/** The keys of issues in an order that does not depend on theirs. */
export function keysOf(issues: readonly Pick<NamedIssue, 'key'>[]): string[] {
  return issues.map(({ key }) => key).toSorted();
}
