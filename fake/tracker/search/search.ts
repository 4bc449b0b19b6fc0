import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import { TrackerError } from '../../server/errors.js';
import { compareKeys } from '../../state/table.js';
import type { IssueRow } from '../../state/tables.js';
import type { Call, CallOf, SomeHandlers } from '../call.js';
import { expandIssue, namesOf, schemasOf } from '../expand-issue.js';
import { issueFields } from '../fields/issue-fields.js';
import { renderIssue, selectFields } from '../fields/render-fields.js';
import { holdsInProject } from '../permissions.js';
import { readExpand, sizeOfPage } from '../read-values.js';
import type { View } from '../render.js';
import { projectOf } from '../rows.js';
import { jqlFields } from './fields.js';
import type { JqlField, JqlScope, JqlValue } from './fields.js';
import { parseJql } from './jql.js';
import type { Clause, Condition, OrderTerm } from './jql.js';

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
  const found = findIssues({ state: call.state, caller: call.caller, now: call.clock.now() }, jql, strict);
  const maxResults = sizeOfPage(requested, PAGE_LIMIT);
  const page = found.slice(startAt, startAt + maxResults);
  const selected = selectFields(issueFields(call), fields, '*navigable');
  const wanted = readExpand(expand);
  // A page of found issues holds names and schemas once, and not for each issue.
  const ofEach = new Set([...wanted].filter((name) => name !== 'names' && name !== 'schema'));
  return json({
    expand: 'schema,names',
    startAt,
    maxResults,
    total: found.length,
    issues: page.map((issue) => ({
      ...renderIssue(call, issue, selected),
      ...expandIssue(call, { issue, project: projectOf(call.state, issue) }, selected, ofEach),
    })),
    ...(wanted.has('names') && { names: namesOf(selected) }),
    ...(wanted.has('schema') && { schema: schemasOf(selected) }),
  });
}

/** A query that is being checked: its scope, the fields it can name, and the problems of its values. */
interface Check extends JqlScope {
  readonly fields: ReadonlyMap<string, JqlField>;
  readonly problems: string[];
}

/** Whether an issue fulfils a condition. */
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
  const { condition, order } = parseJql(jql);
  const fulfils = condition === null ? () => true : predicateOf(check, condition);
  const compare = comparison(check, order);
  if (strict && check.problems.length > 0) throw new TrackerError(400, check.problems);
  const isVisible = visibility(check);
  return candidates(check, condition)
    .filter((issue) => isVisible(issue) && fulfils(issue))
    .sort(compare);
}

function visibility({ state, caller, now }: Check): Predicate {
  const indexedUntil = now - state.settings.searchDelay;
  const projects = state.tables.projects
    .all()
    .filter((project) => holdsInProject(state, caller, 'BROWSE_PROJECTS', project));
  const visible = new Set(projects.map(({ id }) => id));
  return ({ created, projectId }) => created <= indexedUntil && visible.has(projectId);
}

/** The issues that can fulfil a condition: if it demands a key, a parent or a project, no others are looked at. */
function candidates(check: Check, condition: Condition | null): IssueRow[] {
  const demanded = condition === null ? [] : demandsOf(condition);
  const named = demanded.map((clause) => ({ clause, field: fieldNamed(check, clause.field) }));
  const { clause, field } = named.find(({ field }) => field.find !== undefined) ?? {};
  if (field === undefined || clause === undefined) return [...check.state.tables.issues.all()];
  const values = new Set(resolved({ ...check, problems: [] }, clause, field));
  return [...values].flatMap((value) => field.find?.(Number(value)) ?? []);
}

/** The clauses that every found issue fulfils, and that name the values it can have. */
function demandsOf(condition: Condition): Clause[] {
  if (condition.kind === 'and') return condition.parts.flatMap(demandsOf);
  if (condition.kind !== 'clause') return [];
  const { operator, operands } = condition;
  const namesValues = (operator === '=' || operator === 'in') && operands.every(({ kind }) => kind !== 'empty');
  return namesValues ? [condition] : [];
}

/** Turns a condition into a test of issues. Values that do not exist are noted as problems. @throws TrackerError 400 */
function predicateOf(check: Check, condition: Condition): Predicate {
  if (condition.kind === 'clause') return clauseTest(check, condition, fieldNamed(check, condition.field));
  if (condition.kind === 'not') {
    const test = predicateOf(check, condition.part);
    return (issue) => !test(issue);
  }
  const tests = condition.parts.map((part) => predicateOf(check, part));
  if (condition.kind === 'and') return (issue) => tests.every((test) => test(issue));
  return (issue) => tests.some((test) => test(issue));
}

/** @throws TrackerError 400 */
function fieldNamed({ fields }: Check, name: string): JqlField {
  const field = fields.get(name.toLowerCase());
  if (field !== undefined) return field;
  throw new TrackerError(400, `Field '${name}' does not exist or you do not have permission to view it.`);
}

function clauseTest(check: Check, clause: Clause, field: JqlField): Predicate {
  const { operator, operands } = clause;
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
      const test = textTest(check, clause, field);
      return (issue) => field.valuesOf(issue).some((text) => test(String(text)));
    }
    default:
      return compares(check, clause, field);
  }
}

function equals(check: Check, clause: Clause, field: JqlField): Predicate {
  const wanted = new Set(resolved(check, clause, field));
  const orEmpty = clause.operands.some((operand) => isUnset(operand, field));
  return (issue) => {
    const values = field.valuesOf(issue);
    return values.length === 0 ? orEmpty : values.some((value) => wanted.has(value));
  };
}

/** Whether an operand stands for a field without a value: EMPTY, or a word such as `Unresolved`. */
function isUnset({ kind, text }: Clause['operands'][number], { unsetWord }: JqlField): boolean {
  return kind === 'empty' || (kind === 'text' && text.toLowerCase() === unsetWord);
}

/** The values of operands. Operands without a value are left out and noted as problems. @throws TrackerError 400 */
function resolved(check: Check, clause: Clause, field: JqlField): JqlValue[] {
  if (field.resolve === undefined) throw unsupported(clause);
  return clause.operands.flatMap((operand) => {
    if (isUnset(operand, field)) return [];
    const text = textOf(check, operand);
    const value = text === undefined ? undefined : field.resolve?.(text);
    if (value === undefined && text !== undefined) check.problems.push(problemOf(field, clause.field, text));
    return value ?? [];
  });
}

/** The text of an operand; undefined for the current user of a call without a login. */
function textOf({ caller }: Check, { kind, text }: Clause['operands'][number]): string | undefined {
  return kind === 'current user' ? caller?.name : text;
}

function problemOf(field: JqlField, name: string, text: string): string {
  return field.problemOf?.(text, name) ?? `The value '${text}' does not exist for the field '${name}'.`;
}

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

function compares(check: Check, clause: Clause, field: JqlField): Predicate {
  const [operand] = clause.operands;
  const { readMoment, valuesOf } = field;
  if (readMoment === undefined) throw unsupported(clause);
  if (operand?.kind !== 'text') throw unfit(clause, `the value '${operand?.shown ?? ''}'`);
  const moment = readMoment(operand.text);
  if (moment === undefined) {
    check.problems.push(problemOf(field, clause.field, operand.text));
    return () => false;
  }
  return (issue) => valuesOf(issue).some((value) => comparisons[clause.operator]?.(Number(value), moment) === true);
}

/** What the text grammar of the tracker gives a meaning, and the fake does not. */
const GRAMMAR = /(?:^|\s)(?:[+-]\S*|(?:AND|OR|NOT|TO)(?=\s|$))|[&|!(){}[\]^~*?\\:"/]/;

/**
 * A test of texts for what stands right of a `~`: each word has to be in the text, in any order and any case. A text that
 * is in double quotes as a whole is a phrase: its words have to follow each other.
 *
 * @throws TrackerError 400 for an empty text, and one with more grammar than that
 */
function textTest(check: Check, clause: Clause, { isText }: JqlField): (text: string) => boolean {
  const [operand] = clause.operands;
  if (isText !== true) throw unsupported(clause);
  if (operand?.kind !== 'text') throw unfit(clause, `the value '${operand?.shown ?? ''}'`);
  const [, phrase] = /^\s*"([^"\\]*)"\s*$/.exec(operand.text) ?? [];
  const [part] = phrase === undefined ? (GRAMMAR.exec(operand.text) ?? []) : [];
  if (part !== undefined) {
    const message = `The text query '${operand.text}' for field '${clause.field}' is not supported because of '${part.trim()}'.`;
    throw new TrackerError(400, `${message} Name words, or put the whole text in double quotes for a phrase.`);
  }
  const wanted = wordsOf(phrase ?? operand.text);
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
function comparison({ fields }: Check, order: readonly OrderTerm[]): (left: IssueRow, right: IssueRow) => number {
  const terms = new Map<JqlField, { keyOf: (issue: IssueRow) => JqlValue | undefined; direction: number }>();
  for (const { field: name, descending } of order) {
    const field = fields.get(name.toLowerCase());
    if (field === undefined) throw new TrackerError(400, `Not able to sort using field '${name}'.`);
    const keyOf = field.sortKey ?? ((issue: IssueRow) => field.valuesOf(issue)[0]);
    // A field that was named before can't tell two issues apart any more.
    if (!terms.has(field)) terms.set(field, { keyOf, direction: descending ? -1 : 1 });
  }
  return (left, right) => {
    for (const { keyOf, direction } of terms.values()) {
      const difference = compare(keyOf(left), keyOf(right));
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
