import { setTimeout } from 'node:timers/promises';
import type { CopyPlanBuilder } from '../../../builders/index.js';
import { pathsOf, mentionsIssue } from '../../../fixtures/index.js';
import type {
  ApiResponse,
  Endpoints,
  Issue,
  ProvidedIssue,
  ProvidedTestManagementProject,
  RequestOf,
  TestFixtures,
} from '../../../fixtures/index.js';
import { answered } from '../../support/attempts.js';
import { at, itemsOf, propertyOf } from '../../support/values.js';

type Issues = TestFixtures['trackerApi'];

/** How long an asynchronous creation is waited for, and how long between two looks, in milliseconds. */
export const UNTIL_CREATED = { timeout: 20_000, intervals: [10, 50, 100, 250, 500, 1_000] };

export interface NamedIssue {
  readonly id: number;
  readonly key: string;
}

/** The keys of those of some issues that an answer names anywhere. */
export function namedIn(response: ApiResponse, issues: readonly NamedIssue[]): string[] {
  return keysOf(issues.filter((issue) => mentionsIssue(contentOf(response), issue)));
}

export function placesIn({ json }: ApiResponse, issues: readonly NamedIssue[]): string {
  return pathsOf(
    json,
    issues.flatMap(({ id, key }) => [id, key]),
  );
}

/** The error message of an answer with any status, and its place: a text that is no key and no URL. */
export function messageIn(response: ApiResponse): { readonly text: string; readonly place: string } {
  const content = contentOf(response);
  const texts = textsIn(content).filter((text) => !/^([A-Z][A-Z0-9_]*-\d+|https?:\S+)$/.test(text));
  const text = texts.find((one) => /\p{L}/u.test(one)) ?? '';
  return { text, place: pathsOf(content, [text]) };
}

function contentOf({ json, bytes }: ApiResponse): unknown {
  return json ?? bytes.toString('utf8');
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The keys of issues in an order that does not depend on theirs. */
export function keysOf(issues: readonly Pick<NamedIssue, 'key'>[]): string[] {
  return issues.map(({ key }) => key).toSorted();
}

/** How many issues may be read one by one, if the search is late: a tracker may limit how many requests it takes. */
const FEW = 20;
/** How often the search is asked, and the time between two times, in milliseconds. */
const [SEARCHES, PAUSE] = [10, 500];

/** The key of the template that a case names, as text or in an object (TM-N28). */
export function templateKeyOf(
  { fields }: Issue,
  { fields: { testCaseTemplate } }: ProvidedTestManagementProject,
): unknown {
  return propertyOf(fields[testCaseTemplate], 'key') ?? fields[testCaseTemplate];
}

export async function templateKeysOf(
  trackerApi: Issues,
  project: ProvidedTestManagementProject,
  cases: readonly Pick<ProvidedIssue, 'key'>[],
): Promise<unknown[]> {
  const read = await readCases(trackerApi, cases, project.fields.testCaseTemplate);
  return read.map((one) => templateKeyOf(one, project));
}

/** What tells the sources of copied cases: their templates, or their summaries: a copied case need not name one (TM-N27). */
export async function sourcesOf(
  trackerApi: Issues,
  project: ProvidedTestManagementProject,
  cases: readonly Pick<ProvidedIssue, 'key'>[],
  by: Parameters<CopyPlanBuilder['by']>[0] | undefined,
): Promise<unknown[]> {
  if (by !== 'BY_TEST_CASES') return templateKeysOf(trackerApi, project, cases);
  return (await readCases(trackerApi, cases, 'summary')).map(({ fields }) => fields['summary']);
}

async function readCases(
  trackerApi: Issues,
  cases: readonly Pick<ProvidedIssue, 'key'>[],
  field: string,
): Promise<Issue[]> {
  const known = new Map<string, Issue>();
  const missing = () => cases.filter(({ key }) => !known.has(key));
  const search = async (): Promise<void> => {
    const jql = `issue in (${cases.map(({ key }) => key).join(', ')})`;
    const body = { jql, fields: [field], maxResults: cases.length, validateQuery: false };
    for (const issue of (await trackerApi.searchIssuesByPost({ body })).data.issues) {
      known.set(issue.key, issue).set(issue.id, issue);
    }
  };
  if (cases.length > 2) await search();
  for (let asked = 1; missing().length > FEW && asked < SEARCHES; asked += 1) {
    await setTimeout(PAUSE);
    await search();
  }
  const found = cases.map(async ({ key }) => known.get(key) ?? (await readIssue(trackerApi, key)));
  return Promise.all(found);
}

export async function readIssue(trackerApi: Issues, issueIdOrKey: string | number): Promise<Issue> {
  return (await trackerApi.getIssue({ issueIdOrKey })).data;
}

/** A property of a field's value that names something: of the project, the type, the status or the parent of an issue. */
export function named({ fields }: Issue, field: string, property: 'key' | 'name' | 'id'): unknown {
  return propertyOf(fields[field], property);
}

/** The name of the status of an issue, and the transitions that lead to others. */
export async function waysOn(trackerApi: Issues, issueIdOrKey: string) {
  const from = named(await readIssue(trackerApi, issueIdOrKey), 'status', 'name');
  const { transitions } = (await trackerApi.listTransitions({ issueIdOrKey })).data;
  return { from, ways: transitions.filter(({ to }) => to.name !== from) };
}

/** Moves an issue to another status. */
export async function moveOn(trackerApi: Issues, issueIdOrKey: string) {
  const { from, ways } = await waysOn(trackerApi, issueIdOrKey);
  const { id, to } = at(ways, 0);
  const response = await trackerApi.transitionIssue({ issueIdOrKey, body: { transition: { id } } });
  return { response, from, to: to.name };
}

/**
 * Moves an issue on to each status that it can reach on a way through all.
 *
 * @returns the names of the statuses that it was to be in and was in, after each call
 */
export async function moveThroughAll(trackerApi: Issues, issueIdOrKey: string) {
  const status = async () => named(await readIssue(trackerApi, issueIdOrKey), 'status', 'name');
  const met: unknown[] = [await status()];
  const moves: { readonly to: string; readonly seen: unknown }[] = [];
  for (;;) {
    const { transitions } = (await trackerApi.listTransitions({ issueIdOrKey })).data;
    const next = transitions.find(({ to }) => !met.includes(to.name));
    if (next === undefined) return moves;
    met.push(next.to.name);
    const body = { transition: { id: next.id } };
    const { ok } = answered(await trackerApi.transitionIssue({ issueIdOrKey, body }));
    // A tracker may ask for more.
    if (ok) moves.push({ to: next.to.name, seen: await status() });
  }
}

/**
 * The keys of the cases of a plan in the order of its sub-tasks, by which many clients read them. No document asks for
 * that field: a plan without it counts as having the cases as they are listed.
 */
export async function subtaskKeysOf(
  trackerApi: Issues,
  plan: Pick<ProvidedIssue, 'key'>,
  listed: readonly Pick<ProvidedIssue, 'key'>[],
): Promise<unknown[]> {
  const { subtasks } = (await readIssue(trackerApi, plan.key)).fields;
  return (Array.isArray(subtasks) ? itemsOf(subtasks) : listed).map((one) => propertyOf(one, 'key'));
}

export type UploadedFile = RequestOf<Endpoints['addStepAttachments']>['files'][number];

export function fileOf(name: string, buffer: Buffer = Buffer.from(`The content of ${name}`)): UploadedFile {
  return { name, mimeType: name.endsWith('.txt') ? 'text/plain' : 'application/octet-stream', buffer };
}

export async function attachmentsOf(trackerApi: Issues, { key }: NamedIssue, filename: string): Promise<string[]> {
  const listed = itemsOf((await readIssue(trackerApi, key)).fields['attachment']);
  return listed
    .filter((file) => propertyOf(file, 'filename') === filename)
    .map((file) => String(propertyOf(file, 'id')));
}
