import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import { compareKeys } from '../../state/table.js';
import type { IssueRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';
import type { Call, CallOf, SomeHandlers } from '../call.js';
import { expandIssue, namesOf, schemasOf } from '../expand-issue.js';
import type { IssueField } from '../fields/field.js';
import { issueFields } from '../fields/issue-fields.js';
import { renderIssue, selectFields } from '../fields/render-fields.js';
import { holdsInProject } from '../permissions.js';
import { readExpand, sizeOfPage } from '../read-values.js';
import type { View } from '../render.js';
import { projectOf } from '../rows.js';
import type { Check, Predicate } from './operands.js';
import { readCondition } from './conditions.js';
import type { JqlField, JqlValue } from './field-kinds.js';
import { jqlFields } from './jql-fields.js';
import { parseJql } from './jql.js';
import type { Clause, Condition, OrderTerm } from './jql.js';
import { fieldNamed, resolveOperands } from './operands.js';

/** The largest page of found issues. */
const PAGE_LIMIT = 1_000;

export const searchHandlers = {
  /** `GET /search`: the issues that fulfil a query. */
  searchIssues(call) {
    const { jql = '', fields, ...rest } = call.query;
    return search(call, { ...rest, jql, ...(fields !== undefined && { fields: [fields] }) });
  },
  /** `POST /search`: the same for a query too long for a URL. */
  searchIssuesByPost(call) {
    const { expand, ...rest } = call.body;
    return search(call, { ...rest, ...(expand !== undefined && { expand: String(expand) }) });
  },
} satisfies SomeHandlers;

type Search = Omit<CallOf<Endpoints['searchIssues']>['query'], 'fields' | 'validateQuery'> & {
  readonly jql: string;
  readonly fields?: readonly string[] | undefined;
  readonly validateQuery?: string | boolean | undefined;
};

function search(
  call: View & Pick<Call, 'extensions'>,
  { jql, validateQuery = 'strict', fields, expand, startAt = 0, maxResults: requested = 50 }: Search,
): Answer {
  const strict = validateQuery === 'strict' || String(validateQuery) === 'true';
  const found = findIssues(call, jql, strict);
  const maxResults = sizeOfPage(requested, PAGE_LIMIT);
  const page = found.slice(startAt, startAt + maxResults);
  const selected = selectFields(issueFields(call), fields, '*navigable');
  const wanted = readExpand(expand);
  return json({
    expand: 'schema,names',
    startAt,
    maxResults,
    total: found.length,
    issues: page.map((issue) => renderFound(call, issue, selected, wanted)),
    ...(wanted.has('names') && { names: namesOf(selected) }),
    ...(wanted.has('schema') && { schema: schemasOf(selected) }),
  });
}

/** The expansions that a page of found issues holds once, and not for each issue. */
const ONCE: ReadonlySet<string> = new Set(['names', 'schema']);

function renderFound(
  call: View & Pick<Call, 'extensions' | 'caller'>,
  issue: IssueRow,
  fields: readonly IssueField[],
  wanted: ReadonlySet<string>,
) {
  const rendered = renderIssue(call, issue, fields);
  const own = new Set([...wanted].filter((name) => !ONCE.has(name)));
  return { ...rendered, ...expandIssue(call, { issue, project: projectOf(call.state, issue) }, fields, own) };
}

/**
 * The issues that fulfil a query and that the caller may see, in the order the query asks for. An issue is found once
 * the tracker's search delay has passed since its creation.
 *
 * @param strict refuses values that do not exist; otherwise nothing is equal to them
 * @throws TrackerError 400 for a query that can't be understood
 */
function findIssues(call: QueryCall, jql: string, strict: boolean): IssueRow[] {
  const { check, condition, fulfils, order } = understand(call, jql);
  if (strict && check.problems.length > 0) throw new TrackerError(400, check.problems);
  const visible = visibility(check);
  const found = candidates(check, condition).filter((issue) => visible(issue) && fulfils(issue));
  return orderIssues(check, found, order);
}

type QueryCall = Pick<Call, 'state' | 'extensions' | 'caller' | 'clock'>;

/** A query with a test of issues, and the problems of its values. @throws TrackerError 400 for one that can't be understood */
function understand({ clock, state, extensions, caller }: QueryCall, jql: string) {
  const scope = { state, extensions, caller, now: clock.now() };
  const check: Check = { ...scope, fields: jqlFields(scope), problems: [] };
  const { condition, order } = parseJql(jql);
  const fulfils: Predicate = condition === null ? () => true : readCondition(check, condition);
  return { check, condition, fulfils, order };
}

/** Why a query can't be answered; nothing if it can. */
export function problemsOfQuery(call: QueryCall, jql: string): readonly string[] {
  try {
    const { check, order } = understand(call, jql);
    orderIssues(check, [], order);
    return check.problems;
  } catch (error) {
    if (error instanceof TrackerError) return [error.message];
    throw error;
  }
}

function visibility({ state, caller, now }: Check): Predicate {
  const indexedUntil = now - state.settings.searchDelay;
  const byProject = new Map<number, boolean>();
  const mayBrowse = (projectId: number): boolean => {
    const project = state.tables.projects.get(projectId);
    return project !== undefined && holdsInProject(state, caller, 'BROWSE_PROJECTS', project);
  };
  return ({ created, projectId }) => {
    if (!byProject.has(projectId)) byProject.set(projectId, mayBrowse(projectId));
    return created <= indexedUntil && byProject.get(projectId) === true;
  };
}

/**
 * The issues that can fulfil a condition. If the condition demands a key, a parent or a project, other issues are left
 * out, so that a search does not look at all issues of the tracker.
 */
function candidates(check: Check, condition: Condition | null): readonly IssueRow[] {
  const demanded = condition === null ? [] : demandsOf(condition);
  const named = demanded.map((clause) => ({ clause, field: fieldNamed(check, clause.field) }));
  // An issue leaves fewer candidates than a project does.
  const best = named.find(({ field }) => field.isIssue === true) ?? named.find(({ field }) => field.find !== undefined);
  if (best === undefined) return check.state.tables.issues.all();
  const ids = resolveOperands({ ...check, problems: [] }, best.clause, best.field);
  return [...new Set(ids)].flatMap((id) => best.field.find?.(Number(id)) ?? []);
}

/** The clauses that every found issue fulfils, and that name the values it can have. */
function demandsOf(condition: Condition): Clause[] {
  if (condition.kind === 'and') return condition.parts.flatMap(demandsOf);
  if (condition.kind !== 'clause') return [];
  const { operator, operands } = condition;
  const namesValues = (operator === '=' || operator === 'in') && operands.every(({ kind }) => kind !== 'empty');
  return namesValues ? [condition] : [];
}

/** Puts issues in the order a query asks for; if it says nothing, or two are equal, the newest comes first. */
function orderIssues(check: Check, issues: readonly IssueRow[], order: readonly OrderTerm[]): IssueRow[] {
  const named = order.map(({ field: name, descending }) => {
    const field = check.fields.get(name.toLowerCase());
    if (field === undefined) throw new TrackerError(400, `Not able to sort using field '${name}'.`);
    return { field, descending };
  });
  // A field that was named before can't tell two issues apart any more.
  const seen = new Set<JqlField>();
  const distinct = named.filter(({ field }) => seen.size < seen.add(field).size);
  const terms = distinct.map(({ field, descending }) => {
    const keyOf = field.sortKey ?? ((issue: IssueRow) => field.valuesOf(issue)[0]);
    return { keyOf, direction: descending ? -1 : 1 };
  });
  spend(issues.length * (terms.length + 1) * (10 + 2 * Math.log2(issues.length + 1)));
  const rows = issues.map((issue) => ({ issue, keys: terms.map(({ keyOf }) => keyOf(issue)) }));
  rows.sort((left, right) => {
    for (const [index, { direction }] of terms.entries()) {
      const difference = compare(left.keys[index], right.keys[index]);
      if (difference !== 0) return difference * direction;
    }
    return right.issue.id - left.issue.id;
  });
  return rows.map(({ issue }) => issue);
}

/** An empty field stands after every value. */
function compare(left: JqlValue | undefined, right: JqlValue | undefined): number {
  if (left !== undefined && right !== undefined) return compareKeys(left, right);
  return Number(left === undefined) - Number(right === undefined);
}
