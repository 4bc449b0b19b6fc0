import * as z from 'zod';
import { trackerTimeSchema } from '../../../contracts/index.js';
import type { Endpoints, Issue } from '../../../contracts/index.js';
import { findIssues } from '../../../client/setup-client.js';
import type { SetupClient } from '../../../client/setup-client.js';
import { ignoreMissing } from '../../../client/statuses.js';
import { readTime } from './cleanup.js';

const fieldsSchema = z.looseObject({
  summary: z.string(),
  creator: z.looseObject({ name: z.string() }).nullish(),
  created: trackerTimeSchema,
  parent: z.looseObject({ key: z.string() }).nullish(),
  issuetype: z.looseObject({ id: z.string() }).nullish(),
});

const FIELDS = Object.keys(fieldsSchema.shape);

export type FoundIssue = ReturnType<typeof toFoundIssue>;

/** No call can change the name of its creator. Deleting its parent deletes it too. */
function toFoundIssue({ id, key, fields }: Issue) {
  const { summary, creator, created, parent, issuetype } = fieldsSchema.parse(fields);
  const type = issuetype?.id;
  return { id, key, type, summary, creator: creator?.name, created: readTime(created), parent: parent?.key };
}

type Setup = SetupClient<Endpoints>;

export async function readIssue(setup: Setup, issueIdOrKey: string): Promise<FoundIssue | undefined> {
  const issue = await ignoreMissing(() => setup.getIssue({ issueIdOrKey, query: { fields: FIELDS.join(',') } }));
  return issue && toFoundIssue(issue);
}

const PAGE = 500;

/** The issues that a search finds now of those with these keys or ids, by key and by id. */
export async function searchByName(setup: Setup, names: readonly string[]): Promise<ReadonlyMap<string, FoundIssue>> {
  const found = new Map<string, FoundIssue>();
  for (let first = 0; first < names.length; first += PAGE) {
    const issues = await findIssues(setup, names.slice(first, first + PAGE), FIELDS);
    for (const [name, issue] of issues) found.set(name, toFoundIssue(issue));
  }
  return found;
}

/** Reads issues by key or id. One search finds most; one that it does not know yet is read by itself. */
export async function issueReader(setup: Setup, names: readonly string[]) {
  const found = names.length > 1 ? await searchByName(setup, names) : new Map<string, FoundIssue>();
  return async (name: string) => found.get(name) ?? readIssue(setup, name);
}

export async function searchIssues(setup: Setup, jql: string): Promise<FoundIssue[]> {
  const found: FoundIssue[] = [];
  for (;;) {
    const body = { jql, startAt: found.length, maxResults: PAGE, fields: FIELDS };
    const { issues, total } = await setup.searchIssuesByPost({ body });
    found.push(...issues.map(toFoundIssue));
    if (issues.length === 0 || found.length >= total) return found;
  }
}
