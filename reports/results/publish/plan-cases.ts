import * as z from 'zod';
import type { Issue } from '../../../contracts/index.js';
import { PublishError } from './find-plan.js';
import type { CaseFields, PlanClient } from './plan-client.js';
import { caseLabel } from './wanted-cases.js';
import { propertyOf, stepsRowsIn } from '../../../contracts/index.js';
import { issueKeyPattern } from '../../documents/results.js';
import { SetupError } from '../../../client/errors.js';

const named = z.looseObject({ name: z.string() });

const rowSchema = z.looseObject({
  isGroup: z.boolean(),
  cells: z.array(z.string()),
  status: named.optional(),
  comments: z.array(z.looseObject({ body: z.string() })).optional(),
  attachments: z.array(named).optional(),
});

export const statusSchema = z
  .looseObject({
    id: z.coerce.string(),
    name: z.string(),
    statusCategory: z.looseObject({ key: z.string() }).optional(),
  })
  .transform(({ id, name, statusCategory }) => ({ id, name, category: statusCategory?.key ?? 'undefined' }));

const fieldsSchema = z.looseObject({
  summary: z.string(),
  labels: z.array(z.string()).nullish(),
  status: statusSchema,
  comment: z.looseObject({ comments: z.array(z.looseObject({ body: z.string() })) }).nullish(),
});

const tableSchema = z.looseObject({
  stepsColumns: z.array(z.unknown()).optional(),
  stepsStatuses: z.array(named).optional(),
  defaultStatus: named.optional(),
});

export type SeenCase = ReturnType<typeof seenCase>;

function seenCase({ id, key, fields }: Issue, names: CaseFields) {
  const { summary, labels, status, comment } = fieldsSchema.parse(fields);
  const value = fields[names.steps] ?? {};
  const table = tableSchema.parse(Array.isArray(value) ? {} : value);
  const rows = z.array(rowSchema).parse(stepsRowsIn(value) ?? []);
  return {
    ...{ id, key, summary, status, rows },
    labels: labels ?? [],
    template: templateIn(fields[names.template]),
    steps: rows.flatMap((row) => (row.isGroup ? [] : [seenStep(row)])),
    /** The status of a step that was not executed, and all there are, if the tracker tells. */
    defaultStatus: table.defaultStatus?.name,
    statuses: table.stepsStatuses?.map(({ name }) => name),
    columns: table.stepsColumns?.length,
    comments: (comment?.comments ?? []).map(({ body }) => body),
  };
}

function seenStep({ cells, status, comments, attachments }: z.infer<typeof rowSchema>) {
  return {
    title: cells.find((cell) => cell.trim() !== '') ?? '',
    status: status?.name,
    comments: comments?.map(({ body }) => body),
    attachments: (attachments ?? []).map(({ name }) => name),
  };
}

const PAGE = 50;

/** The cases of a plan, in chunks that fit into URLs. A search may miss new cases; these are read one by one. */
export class PlanCases {
  readonly #client: PlanClient;
  readonly #planKey: string;
  readonly #cases = new Map<string, SeenCase>();
  readonly #templates = new Map<string, string>();

  constructor(client: PlanClient, planKey: string) {
    this.#client = client;
    this.#planKey = planKey;
  }

  async readNew(): Promise<readonly SeenCase[]> {
    const ids = (await this.#client.api.listTestCaseIds({ testPlanKey: this.#planKey })).map(String);
    const unread = ids.filter((id) => !this.#cases.has(id));
    const { steps, template } = this.#client.fields;
    const fields = ['summary', 'labels', 'status', 'comment', steps, template].join(',');
    const issues = await readIssues(this.#client, unread, fields);
    const read = issues.map((issue) => caseOf(issue, this.#client));
    for (const seen of read) this.#cases.set(seen.id, seen);
    this.#client.scope.allow(...read);
    return read;
  }

  forget({ id }: SeenCase): void {
    this.#cases.delete(id);
  }

  /** Finds the templates of issues that tests name and that are no cases here. @returns why one has none, by its key */
  async findTemplates(ids: readonly string[]): Promise<Map<string, string>> {
    const problems = new Map<string, string>();
    for (const id of ids.filter((one) => !one.startsWith(caseLabel) && this.standingFor(one).length === 0)) {
      const found = await templateFor(this.#client, id);
      if ('problem' in found) problems.set(id, found.problem);
      else this.#templates.set(id, found.template);
    }
    return problems;
  }

  /** The template that a test names, itself or by a case of it that is not here; undefined for others. */
  templateOf(id: string): string | undefined {
    return this.#templates.get(id);
  }

  subjectOf(id: string): string {
    return this.standingFor(id)[0]?.key ?? this.#templates.get(id) ?? id;
  }

  /** The cases that stand for what a test names: made from a template, the issue with that key, or with our label. */
  standingFor(id: string): SeenCase[] {
    const own = id.startsWith(caseLabel);
    const template = this.#templates.get(id) ?? id;
    const found = this.all().filter((one) =>
      own ? one.labels.includes(id) : one.key === id || (one.template === template && !isManaged(one)),
    );
    // The first is the one that is kept up to date, for every publisher.
    return found.toSorted((one, other) => Number(one.id) - Number(other.id));
  }

  all(): SeenCase[] {
    return [...this.#cases.values()];
  }
}

/** The key of the template that a case names, as text or in an object (TM-N28). */
function templateIn(value: unknown): string | undefined {
  return z.string().safeParse(propertyOf(value, 'key') ?? value).data;
}

async function templateFor(
  { api, fields, issueTypes }: PlanClient,
  id: string,
): Promise<{ readonly template: string } | { readonly problem: string }> {
  if (!issueKeyPattern.test(id))
    return { problem: `“${id}” is no key of an issue: testCase() takes one, such as QA-12` };
  try {
    const issue = await api.getIssue({ issueIdOrKey: id, query: { fields: `issuetype,${fields.template}` } });
    const type = (issue.fields['issuetype'] as { readonly name?: string } | undefined)?.name;
    if (type === issueTypes.testCaseTemplate) return { template: issue.key };
    const template = templateIn(issue.fields[fields.template]);
    if (type === issueTypes.testCase && template !== undefined) return { template };
    return {
      problem: `${id} is a ${type ?? 'thing without a type'} that no case can be made of: name a ${issueTypes.testCaseTemplate}`,
    };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return {
      problem: `${id} can't be read (${error.status}): testCase() has to name a template or a case that is there`,
    };
  }
}

function caseOf(issue: Issue, { fields }: PlanClient): SeenCase {
  try {
    return seenCase(issue, fields);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    throw new PublishError(`${issue.key} of the plan can't be read as a test case:\n${z.prettifyError(cause)}`, {
      cause,
    });
  }
}

export function isManaged({ labels }: Pick<SeenCase, 'labels'>): boolean {
  return labels.some((label) => label.startsWith(caseLabel));
}

/** Issues by their ids, in that order: by search, and what it misses one by one. */
export async function readIssues({ api }: PlanClient, ids: readonly string[], fields: string): Promise<Issue[]> {
  const found = new Map<string, Issue>();
  for (let start = 0; start < ids.length; start += PAGE) {
    const part = ids.slice(start, start + PAGE);
    const jql = `id in (${part.join(', ')})`;
    const { issues } = await api.searchIssues({ query: { jql, fields, maxResults: PAGE, validateQuery: 'warn' } });
    for (const issue of issues) found.set(issue.id, issue);
  }
  for (const id of ids.filter((one) => !found.has(one))) {
    found.set(id, await api.getIssue({ issueIdOrKey: id, query: { fields } }));
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
