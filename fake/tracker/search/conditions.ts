import { TrackerError } from '../../server/errors.js';
import type { Check, Predicate } from './check.js';
import type { JqlField, JqlValue } from './field-kinds.js';
import { callFunction } from './functions.js';
import type { Clause, Condition, Operand } from './jql.js';
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

/** The field a query names. @throws TrackerError 400 */
export function fieldNamed({ fields }: Check, name: string): JqlField {
  const field = fields.get(name.toLowerCase());
  if (field !== undefined) return field;
  throw new TrackerError(400, `Field '${name}' does not exist or you do not have permission to view it.`);
}

/** The values that operands stand for; those that stand for nothing are left out, and noted. */
export function resolveOperands(check: Check, { field: name, operands }: Clause, field: JqlField): JqlValue[] {
  const texts = operands.flatMap((operand) => (operand.kind === 'empty' ? [] : textsOf(check, name, operand)));
  return [...new Set(texts)].flatMap((text) => {
    const value = field.resolve?.(text);
    if (value === undefined) check.faults.push(faultOf(field, name, text));
    return value ?? [];
  });
}

function faultOf({ isIssue }: JqlField, name: string, text: string): string {
  if (isIssue === true) return `An issue with key '${text}' does not exist for field '${name}'.`;
  return `The value '${text}' does not exist for the field '${name}'.`;
}

function equals(check: Check, clause: Clause, field: JqlField): Predicate {
  if (field.resolve === undefined) throw unsupported(clause);
  const isUnset = (operand: Operand) =>
    operand.kind === 'empty' || (operand.kind === 'value' && operand.text.toLowerCase() === field.unsetWord);
  const named = { ...clause, operands: clause.operands.filter((operand) => !isUnset(operand)) };
  const wanted = new Set(resolveOperands(check, named, field));
  const orEmpty = clause.operands.some(isUnset);
  return (issue) => {
    const values = field.valuesOf(issue);
    check.effort.spend(values.length);
    return values.length === 0 ? orEmpty : values.some((value) => wanted.has(value));
  };
}

function contains(check: Check, clause: Clause, { textsOf }: JqlField): Predicate {
  const [operand] = clause.operands;
  if (textsOf === undefined || operand === undefined || operand.kind === 'empty') throw unsupported(clause);
  const test = textTest(textOf(check, clause.field, operand), check.texts, check.effort);
  return (issue) => {
    const texts = textsOf(issue);
    check.effort.spend(texts.length);
    return texts.some(test);
  };
}

function compares(check: Check, clause: Clause, field: JqlField, accept: (difference: number) => boolean): Predicate {
  const [operand] = clause.operands;
  if (field.comparison === undefined || operand === undefined || operand.kind === 'empty') throw unsupported(clause);
  const text = textOf(check, clause.field, operand);
  const difference = field.comparison.against(text);
  if (difference === undefined) {
    check.faults.push(`The value '${text}' can't be compared with the field '${clause.field}'.`);
    return NOTHING;
  }
  return (issue) => {
    const found = difference(issue);
    return found !== undefined && accept(found);
  };
}

function isEmpty(clause: Clause, field: JqlField): Predicate {
  if (clause.operands.some(({ kind }) => kind !== 'empty')) {
    throw new TrackerError(
      400,
      `The operator '${clause.operator}' takes nothing but EMPTY for the field '${clause.field}'.`,
    );
  }
  return not(isSet(field));
}

function isSet({ valuesOf }: JqlField): Predicate {
  return (issue) => valuesOf(issue).length > 0;
}

/** The texts of an operand; a function is worked out. */
function textsOf(check: Check, field: string, operand: Exclude<Operand, { kind: 'empty' }>): readonly string[] {
  if (operand.kind === 'value') return [operand.text];
  const texts = callFunction(check, operand.name, operand.args);
  if (texts !== undefined) return texts;
  const call = `${operand.name}(${operand.args.join(', ')})`;
  throw new TrackerError(400, `Unable to find JQL function '${call}' for the field '${field}'.`);
}

/** The one text of an operand. */
function textOf(check: Check, field: string, operand: Exclude<Operand, { kind: 'empty' }>): string {
  return textsOf(check, field, operand)[0] ?? '';
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
