import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import { compareKeys } from '../../state/table.js';
import type { IssueRow } from '../../state/tables.js';
import type { Call, CallOf, SomeHandlers } from '../call.js';
import { issueFields } from '../fields/issue-fields.js';
import { namesOf, renderIssue, schemasOf, selectFields } from '../fields/render-fields.js';
import { expandIssue } from '../issues.js';
import { readExpand, sizeOfPage } from '../read-values.js';
import type { View } from '../render.js';
import { browsableProjects, projectOf } from '../rows.js';
import { jqlFields } from './fields.js';
import type { JqlField, JqlScope, JqlValue } from './fields.js';
import { JqlParser } from './jql.js';
import type { Clause, Condition, JqlQuery, Operand } from './jql.js';

const PAGE_LIMIT = 1_000;

export const searchHandlers = {
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
  const found = findIssues({ state: call.state, caller: call.caller, now: call.clock.now() }, jql, strict);
  const maxResults = sizeOfPage(requested, PAGE_LIMIT);
  const selected = selectFields(issueFields(call), fields, '*navigable');
  const wanted = readExpand(expand);
  // A page of found issues holds names and schemas once, and not for each issue.
  const ofEach = new Set([...wanted].filter((name) => name !== 'names' && name !== 'schema'));
  return json({
    startAt,
    maxResults,
    total: found.length,
    issues: found.slice(startAt, startAt + maxResults).map((issue) => ({
      ...renderIssue(call, issue, selected),
      ...expandIssue(call, { issue, project: projectOf(call.state, issue) }, selected, ofEach),
    })),
    ...(wanted.has('names') && { names: namesOf(selected) }),
    ...(wanted.has('schema') && { schema: schemasOf(selected) }),
  });
}

interface Check extends JqlScope {
  readonly fields: ReadonlyMap<string, JqlField>;
  readonly problems: string[];
}

type Predicate = (issue: IssueRow) => boolean;

/**
 * The issues that fulfil a query and that the caller may see, in the order the query asks for. An issue is found once
 * the tracker's search delay has passed since its creation.
 *
 * @param strict refuses values that do not exist; otherwise nothing is equal to them
 * @throws TrackerError 400 for a query that can't be understood
 */
function findIssues(scope: JqlScope, jql: string, strict: boolean): IssueRow[] {
  const check: Check = { ...scope, fields: jqlFields(scope), problems: [] };
  const { condition, order } = new JqlParser(jql).query();
  const fulfils = condition === null ? () => true : predicateOf(check, condition);
  const compare = comparison(check, order);
  if (strict && check.problems.length > 0) throw new TrackerError(400, check.problems);
  const { state, now } = scope;
  const visible = new Set(browsableProjects(scope).map(({ id }) => id));
  const indexedUntil = now - state.settings.searchDelay;
  return state.tables.issues
    .all()
    .filter((issue) => visible.has(issue.projectId) && issue.created <= indexedUntil && fulfils(issue))
    .sort(compare);
}

/** Turns a condition into a test of issues. Values that do not exist are noted as problems. @throws TrackerError 400 */
function predicateOf(check: Check, condition: Condition): Predicate {
  if (condition.kind === 'clause') return clauseTest(check, condition);
  const tests = condition.parts.map((part) => predicateOf(check, part));
  if (condition.kind === 'or') return (issue) => tests.some((test) => test(issue));
  return (issue) => tests.every((test) => test(issue)) !== (condition.kind === 'not');
}

function clauseTest(check: Check, clause: Clause): Predicate {
  const { operator, operands } = clause;
  const field = check.fields.get(clause.field.toLowerCase());
  if (field === undefined) {
    throw new TrackerError(400, `Field '${clause.field}' does not exist or you do not have permission to view it.`);
  }
  const isSet: Predicate = (issue) => field.valuesOf(issue).length > 0;
  switch (operator) {
    case 'is':
    case 'is not':
      if (operands[0]?.kind !== 'empty') throw unfit(clause, 'searching for non-empty values');
      return operator === 'is' ? (issue) => !isSet(issue) : isSet;
    case '=':
    case 'in':
      return equals(check, clause, field);
    case '!=':
    case 'not in': {
      // An empty field is not unequal to anything.
      const test = equals(check, clause, field);
      return (issue) => isSet(issue) && !test(issue);
    }
    case '~': {
      const test = textTest(clause, field);
      return (issue) => field.valuesOf(issue).some((text) => test(String(text)));
    }
    default: {
      const test = comparisonTest(check, clause, field);
      return (issue) => field.valuesOf(issue).some((value) => test(Number(value)));
    }
  }
}

/** Whether a field of an issue has one of the values that operands name. Those without a value are noted as problems. */
function equals(check: Check, clause: Clause, field: JqlField): Predicate {
  if (field.resolve === undefined) throw unsupported(clause);
  const wanted = new Set<JqlValue>();
  let orEmpty = false;
  for (const { kind, text } of clause.operands) {
    const named = kind === 'current user' ? check.caller?.name : text;
    const value = named === undefined ? undefined : field.resolve(named);
    if (kind === 'empty') orEmpty = true;
    else if (value !== undefined) wanted.add(value);
    // A call without a login has no current user, and that is no problem.
    else if (named !== undefined) check.problems.push(problemOf(field, clause, named));
  }
  return (issue) => {
    const values = field.valuesOf(issue);
    return values.length === 0 ? orEmpty : values.some((value) => wanted.has(value));
  };
}

function problemOf({ problemOf: own }: JqlField, { field }: Clause, text: string): string {
  return own?.(text, field) ?? `The value '${text}' does not exist for the field '${field}'.`;
}

function comparisonTest(check: Check, clause: Clause, field: JqlField): (value: number) => boolean {
  if (field.readMoment === undefined) throw unsupported(clause);
  const text = textIn(clause);
  const moment = field.readMoment(text);
  if (moment === undefined) check.problems.push(problemOf(field, clause, text));
  if (moment === undefined) return () => false;
  const { operator } = clause;
  return (value) => (value === moment ? operator.endsWith('=') : operator.startsWith(value < moment ? '<' : '>'));
}

/** The text of a clause that has a text. @throws TrackerError 400 */
function textIn(clause: Clause): string {
  const { kind, text } = clause.operands[0] as Operand;
  if (kind !== 'text') throw unfit(clause, `the value '${text}'`);
  return text;
}

/** What the text grammar of the tracker gives a meaning, and the fake does not. */
const GRAMMAR = /(?:^|\s)(?:[+-]\S*|(?:AND|OR|NOT|TO)(?=\s|$))|[&|!(){}[\]^~*?\\:"/]/;

/**
 * A test of texts for what stands right of a `~`: each word has to be in the text, in any order and any case. A text that
 * is in double quotes as a whole is a phrase: its words have to follow each other.
 *
 * @throws TrackerError 400 for an empty text, and one with more grammar than that
 */
function textTest(clause: Clause, { isText }: JqlField): (text: string) => boolean {
  if (isText !== true) throw unsupported(clause);
  const query = textIn(clause);
  const phrase = /^\s*"([^"\\]*)"\s*$/.exec(query)?.[1];
  const part = phrase === undefined ? GRAMMAR.exec(query)?.[0] : undefined;
  if (part !== undefined) {
    const message = `The text query '${query}' for field '${clause.field}' is not supported because of '${part.trim()}'.`;
    throw new TrackerError(400, `${message} Name words, or put the whole text in double quotes for a phrase.`);
  }
  const wanted = wordsOf(phrase ?? query);
  if (wanted.length === 0) {
    throw new TrackerError(400, `The field '${clause.field}' does not support searching for an empty string.`);
  }
  const runs = phrase === undefined ? wanted : [wanted.join(' ')];
  return (text) => {
    const words = ` ${wordsOf(text).join(' ')} `;
    return runs.every((run) => words.includes(` ${run} `));
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function unsupported({ operator, field }: Clause): TrackerError {
  return new TrackerError(400, `The operator '${operator}' is not supported by the '${field}' field.`);
}

function unfit({ operator, field }: Clause, what: string): TrackerError {
  return new TrackerError(400, `Operator '${operator}' does not support ${what} for field '${field}'.`);
}

/** The order a query asks for; if it says nothing, or two issues are equal, the newest comes first. @throws TrackerError 400 */
function comparison({ fields }: Check, order: JqlQuery['order']): (left: IssueRow, right: IssueRow) => number {
  // A field that was named before can't tell two issues apart any more.
  const terms = new Map<JqlField, number>();
  for (const { field: name, descending } of order) {
    const field = fields.get(name.toLowerCase());
    if (field === undefined) throw new TrackerError(400, `Not able to sort using field '${name}'.`);
    if (!terms.has(field)) terms.set(field, descending ? -1 : 1);
  }
  return (left, right) => {
    for (const [{ valuesOf, sortKey = (issue: IssueRow) => valuesOf(issue)[0] }, direction] of terms) {
      const difference = compare(sortKey(left), sortKey(right));
      if (difference !== 0) return difference * direction;
    }
    return right.id - left.id;
  };
}

/** An empty field stands after every value. */
function compare(left: JqlValue | undefined, right: JqlValue | undefined): number {
  if (left !== undefined && right !== undefined) return compareKeys(left, right);
  return Number(left === undefined) - Number(right === undefined);
}
