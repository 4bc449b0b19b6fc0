import { TrackerError } from '../../server/errors.js';
import type { Check, Predicate } from './operands.js';
import type { JqlField } from './field-kinds.js';
import type { Clause, Condition } from './jql.js';
import { faultOf, fieldNamed, isUnset, noSuchField, readTexts, resolveOperands } from './operands.js';
import { changed, was } from './past.js';
import { textTest } from './texts.js';

/** Turns a condition into a test of issues. @throws TrackerError 400 for a field or an operator that can't be */
export function readCondition(check: Check, condition: Condition): Predicate {
  switch (condition.kind) {
    case 'clause': {
      const test = readClause(check, condition);
      return (issue) => {
        check.effort.spend(1);
        return test(issue);
      };
    }
    case 'not': {
      const test = readCondition(check, condition.part);
      return (issue) => !test(issue);
    }
    case 'and': {
      const tests = condition.parts.map((part) => readCondition(check, part));
      return (issue) => tests.every((test) => test(issue));
    }
    case 'or': {
      const tests = condition.parts.map((part) => readCondition(check, part));
      return (issue) => tests.some((test) => test(issue));
    }
  }
}

const NOTHING: Predicate = () => false;

const comparisons = {
  '<': (difference: number) => difference < 0,
  '<=': (difference: number) => difference <= 0,
  '>': (difference: number) => difference > 0,
  '>=': (difference: number) => difference >= 0,
} as const;

/** Turns a clause into a test of issues. Values that do not exist are noted as faults. @throws TrackerError 400 */
function readClause(check: Check, clause: Clause): Predicate {
  const field = fieldNamed(check, clause.field);
  if (field.sortOnly === true) throw noSuchField(clause.field);
  switch (clause.operator) {
    case 'is':
      return isEmpty(clause, field);
    case 'is not':
      return not(isEmpty(clause, field));
    case '=':
    case 'in':
      return equals(check, clause, field);
    case '!=':
    case 'not in':
      return and(isSet(field), not(equals(check, clause, field)));
    case '~':
      return contains(check, clause, field);
    case '!~':
      return and(isSet(field), not(contains(check, clause, field)));
    case 'was':
    case 'was in':
      return was(check, clause, field);
    case 'was not':
    case 'was not in':
      return not(was(check, clause, field));
    case 'changed':
      return changed(check, clause, field);
    default:
      return compares(check, clause, field, comparisons[clause.operator]);
  }
}

function equals(check: Check, clause: Clause, field: JqlField): Predicate {
  if (field.resolve === undefined) throw unsupported(clause);
  const wanted = new Set(resolveOperands(check, clause, field));
  const orEmpty = clause.operands.some((operand) => isUnset(operand, field));
  return (issue) => {
    const values = field.valuesOf(issue);
    check.effort.spend(values.length);
    return values.length === 0 ? orEmpty : values.some((value) => wanted.has(value));
  };
}

function contains(check: Check, clause: Clause, { textsOf }: JqlField): Predicate {
  const [operand] = clause.operands;
  if (textsOf === undefined || operand === undefined || operand.kind === 'empty') throw unsupported(clause);
  const test = textTest(readTexts(check, operand)[0] ?? '', check.texts, check.effort);
  return (issue) => {
    const texts = textsOf(issue);
    check.effort.spend(texts.length);
    return texts.some(test);
  };
}

function compares(check: Check, clause: Clause, field: JqlField, accept: (difference: number) => boolean): Predicate {
  const [operand] = clause.operands;
  if (field.comparison === undefined || operand === undefined || operand.kind === 'empty') throw unsupported(clause);
  const [text] = readTexts(check, operand);
  if (text === undefined) return NOTHING;
  const test = field.comparison.against(text);
  if (test === undefined) {
    check.faults.push(faultOf(field, clause.field, text));
    return NOTHING;
  }
  return (issue) => test(issue, accept);
}

function isEmpty(clause: Clause, field: JqlField): Predicate {
  if (clause.operands.some(({ kind }) => kind !== 'empty')) {
    throw new TrackerError(
      400,
      `The operator '${clause.operator}' takes nothing but EMPTY for the field '${clause.field}'.`,
    );
  }
  if (field.neverEmpty === true) throw unsupported(clause);
  return not(isSet(field));
}

function isSet({ valuesOf }: JqlField): Predicate {
  return (issue) => valuesOf(issue).length > 0;
}

function unsupported({ operator, field }: Clause): TrackerError {
  return new TrackerError(400, `The operator '${operator}' is not supported by the '${field}' field.`);
}

function and(left: Predicate, right: Predicate): Predicate {
  return (issue) => left(issue) && right(issue);
}

function not(test: Predicate): Predicate {
  return (issue) => !test(issue);
}
