import { TrackerError } from '../../server/errors.js';
import { matchPattern } from '../../server/match-pattern.js';
import type { PatternStep } from '../../server/match-pattern.js';
import type { IssueRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';
import { hasPart } from '../releases.js';
import type { JqlField } from './field-kinds.js';
import { standsForList, problemOf, fieldNamed, isUnset, readTexts, resolveOperands } from './operands.js';
import type { Clause, Condition } from './jql.js';
import type { Check, Predicate } from './operands.js';

/** Turns a condition into a test of issues. @throws TrackerError 400 for a field or an operator that can't be */
export function readCondition(check: Check, condition: Condition): Predicate {
  switch (condition.kind) {
    case 'clause': {
      const test = readClause(check, condition);
      return (issue) => {
        spend(10);
        return test(issue);
      };
    }
    case 'not':
      return not(readCondition(check, condition.part));
    case 'and':
    case 'or': {
      const tests = condition.parts.map((part) => readCondition(check, part));
      if (condition.kind === 'and') return (issue) => tests.every((test) => test(issue));
      return (issue) => tests.some((test) => test(issue));
    }
  }
}

const NOTHING: Predicate = () => false;

type ClauseTest = (check: Check, clause: Clause, field: JqlField) => Predicate;

/** What each operator tests. */
const operatorTests: Readonly<Record<Clause['operator'], ClauseTest>> = {
  is: (_check, _clause, field) => not(isSet(field)),
  'is not': (_check, _clause, field) => isSet(field),
  '=': equals,
  '!=': differs(equals),
  in: equals,
  'not in': differs(equals),
  '~': contains,
  '!~': differs(contains),
  '<': compares((difference) => difference < 0),
  '<=': compares((difference) => difference <= 0),
  '>': compares((difference) => difference > 0),
  '>=': compares((difference) => difference >= 0),
  was,
  'was not': (...clause) => not(was(...clause)),
  'was in': was,
  'was not in': (...clause) => not(was(...clause)),
  changed: (...clause) => {
    const changesOf = changesReader(...clause);
    return (issue) => changesOf(issue).length > 0;
  },
};

/** Turns a clause into a test of issues. Values that do not exist are noted as problems. @throws TrackerError 400 */
function readClause(check: Check, clause: Clause): Predicate {
  const field = fieldNamed(check, clause.field);
  requireFitting(clause);
  return operatorTests[clause.operator](check, clause, field);
}

/** The opposite of a test, which no empty field fulfils either. */
function differs(test: ClauseTest): ClauseTest {
  return (check, clause, field) => {
    const [isThere, fits] = [isSet(field), test(check, clause, field)];
    return (issue) => isThere(issue) && !fits(issue);
  };
}

const LISTING: ReadonlySet<string> = new Set(['in', 'not in', 'was in', 'was not in']);

/** @throws TrackerError 400 for a list where one value belongs, one value where a list belongs, and for a misplaced EMPTY */
function requireFitting({ field, operator, right }: Clause): void {
  if (right === undefined) return;
  const isList = right.kind === 'list' || (right.kind === 'function' && standsForList(right.name));
  const takesList = LISTING.has(operator);
  const refuse = (what: string) =>
    new TrackerError(400, `Operator '${operator}' does not support ${what} for field '${field}'.`);
  if (operator.startsWith('is')) {
    if (right.kind !== 'empty') throw refuse('searching for non-empty values');
  } else if (right.kind === 'empty' && (takesList || /^[<>]/.test(operator))) {
    throw refuse("the empty value representation 'EMPTY'");
  } else if (isList !== undefined && isList !== takesList) {
    throw refuse(`the ${isList ? 'list' : 'non-list'} value '${right.shown}'`);
  }
}

function equals(check: Check, clause: Clause, field: JqlField): Predicate {
  if (field.resolve === undefined) throw unsupported(clause);
  const wanted = new Set(resolveOperands(check, clause, field));
  const orEmpty = clause.operands.some((operand) => isUnset(operand, field));
  return (issue) => {
    const values = field.valuesOf(issue);
    spend(values.length);
    return values.length === 0 ? orEmpty : values.some((value) => wanted.has(value));
  };
}

function contains(check: Check, clause: Clause, { textsOf }: JqlField): Predicate {
  const [operand] = clause.operands;
  if (textsOf === undefined || operand === undefined || operand.kind === 'empty') throw unsupported(clause);
  const text = readTexts(check, operand)[0] ?? '';
  refuseText(check, clause, text);
  const test = textTest(text);
  return (issue) => {
    const texts = textsOf(issue);
    spend(texts.length);
    return texts.some(test);
  };
}

/** @throws TrackerError 400 for an empty text, and one with a wildcard before its letters if the tracker is an old one */
function refuseText({ state }: Check, { field }: Clause, text: string): void {
  if (text.trim() === '') {
    throw new TrackerError(400, `The field '${field}' does not support searching for an empty string.`);
  }
  if (!/(^|\s)[*?]/.test(text.replace(/"[^"]*"/g, '""')) || hasPart(state.settings.version, 'leadingWildcards')) return;
  throw new TrackerError(
    400,
    `The text query '${text}' for field '${field}' is not valid: the '*' and '?' are not allowed as first character in wildcard query.`,
  );
}

/** A test of the places of a field's values, by their differences from the place of the operand. */
function compares(accepts: (difference: number) => boolean): ClauseTest {
  return (check, clause, field) => {
    const [operand] = clause.operands;
    const { order } = field;
    if (order === undefined || operand === undefined || operand.kind === 'empty') throw unsupported(clause);
    const [text] = readTexts(check, operand);
    if (text === undefined) return NOTHING;
    const others = order.named(text);
    if (others.length === 0) check.problems.push(problemOf(field, clause.field, text));
    return (issue) => {
      const places = order.of(issue);
      spend(places.length * others.length);
      return places.some(([within, place]) => others.some((other) => other[0] === within && accepts(place - other[1])));
    };
  };
}

function isSet({ valuesOf }: JqlField): Predicate {
  return (issue) => valuesOf(issue).length > 0;
}

function unsupported({ operator, field }: Clause): TrackerError {
  return new TrackerError(400, `The operator '${operator}' is not supported by the '${field}' field.`);
}

function not(test: Predicate): Predicate {
  return (issue) => !test(issue);
}

/** Whether a field has had one of the values of a clause. @throws TrackerError 400 for a field without a history */
function was(check: Check, clause: Clause, field: JqlField): Predicate {
  const changesOf = changesReader(check, clause, field);
  const wanted = new Set(resolveOperands(check, clause, field).map(String));
  const orEmpty = clause.operands.some((operand) => isUnset(operand, field));
  const isWanted = (values: Values) => (values.length === 0 ? orEmpty : values.some((value) => wanted.has(value)));
  return (issue) => isWanted(field.valuesOf(issue).map(String)) || changesOf(issue).flat().some(isWanted);
}

/** The values that a field had at a time. */
type Values = readonly string[];

/** Reads the changes of a field of an issue, each with the values before and after. @throws TrackerError 400 without a history */
function changesReader(
  { state }: Check,
  { field: name, operator }: Clause,
  { history, valuesOfId = (id) => [id], resolve }: JqlField,
): (issue: IssueRow) => [before: Values, after: Values][] {
  if (history === undefined) {
    throw new TrackerError(400, `History searches do not support the '${name}' field, nor the operator '${operator}'.`);
  }
  const valuesIn = (ids: string | null, words: string | null) => {
    spend((ids ?? words ?? '').length);
    if (ids !== null) return ids.split(', ').flatMap((id) => valuesOfId(id).map(String));
    return words === null ? [] : [String(resolve?.(words) ?? words)];
  };
  return (issue) => {
    const items = state.tables.histories.where('issue', issue.id).flatMap((row) => row.items);
    const changes = items.filter((item) => item.field === history);
    spend(items.length + 120 * changes.length);
    return changes.map(({ from, fromString, to, toString }) => [valuesIn(from, fromString), valuesIn(to, toString)]);
  };
}

/** How many characters a word with `*` or `?` may have. */
const PATTERN_LIMIT = 64;

/**
 * A test of texts for what stands right of a `~`: each word has to be in the text, in any order and any case, `*` and
 * `?` stand for letters, and words in double quotes have to follow each other.
 *
 * @throws TrackerError 400 for patterns that would take long
 */
function textTest(operand: string): (text: string) => boolean {
  const tests = [...operand.matchAll(/"([^"]*)"|([^\s"]+)/g)].flatMap(([, phrase, word]) => {
    if (word !== undefined && /[*?]/.test(word)) {
      return (word.toLowerCase().match(/[\p{L}\p{N}_*?]+/gu) ?? []).map(patternTest);
    }
    const { list, text } = wordsOf(phrase ?? word ?? '');
    return list.length === 0 ? [] : (words: Words) => words.text.includes(text);
  });
  return (text) => {
    const words = wordsOf(text);
    spend(tests.length * (1 + words.list.length));
    return tests.length > 0 && tests.every((holds) => holds(words));
  };
}

function patternTest(word: string): (words: Words) => boolean {
  if (word.length > PATTERN_LIMIT) {
    throw new TrackerError(
      400,
      `A word with '*' or '?' has at most ${PATTERN_LIMIT} characters; one has ${word.length}.`,
    );
  }
  const pattern = (word.match(/\*+|\?|[^*?]+/g) ?? []).map((part): PatternStep => {
    if (part === '?') return { kind: 'one' };
    return part.startsWith('*') ? { kind: 'run', within: false } : { kind: 'text', text: part };
  });
  return ({ list }) => list.some((one) => matchPattern(one, pattern));
}

/** The words of a text in lower case. */
interface Words {
  readonly list: readonly string[];
  /** All of them, with a blank before and after each. */
  readonly text: string;
}

function wordsOf(text: string): Words {
  spend(text.length);
  const list = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return { list, text: ` ${list.join(' ')} ` };
}
