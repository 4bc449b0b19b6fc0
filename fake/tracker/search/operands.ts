import { TrackerError } from '../../server/errors.js';
import type { JqlField, JqlScope, JqlValue } from './field-kinds.js';
import { callFunction } from './functions.js';
import type { Clause, Operand } from './jql.js';
import type { IssueRow } from '../../state/tables.js';
import { spend } from '../../state/work.js';

/** Whether an issue fulfils a condition. */
export type Predicate = (issue: IssueRow) => boolean;

/** A query that is being checked: its scope, the fields it can name, and the problems of its values. */
export interface Check extends JqlScope {
  readonly fields: ReadonlyMap<string, JqlField>;
  readonly problems: string[];
  /** The ids of the filters whose queries are being checked, the outermost first. */
  readonly within: readonly number[];
}

/** The field a query names. @throws TrackerError 400 */
export function fieldNamed({ fields }: Check, name: string): JqlField {
  const field = fields.get(name.toLowerCase());
  if (field === undefined) throw noSuchField(name);
  return field;
}

export function noSuchField(name: string): TrackerError {
  return new TrackerError(400, `Field '${name}' does not exist or you do not have permission to view it.`);
}

/** Whether an operand stands for a field without a value: EMPTY, or a word such as `Unresolved`. */
export function isUnset(operand: Operand, { unsetWord }: JqlField): boolean {
  return operand.kind === 'empty' || (operand.kind === 'value' && operand.text.toLowerCase() === unsetWord);
}

/** The values of operands. Operands without a value are left out and noted as problems. @throws TrackerError 400 */
export function resolveOperands(
  check: Check,
  { field: name, operands }: Pick<Clause, 'field' | 'operands'>,
  field: JqlField,
): JqlValue[] {
  return operands.flatMap((operand) => {
    spend(10);
    if (isUnset(operand, field)) return [];
    return [...new Set(readTexts(check, operand))].flatMap((text) => {
      spend(5);
      const value = field.resolve?.(text);
      const isHidden = operand.kind === 'function' && field.isIssue === true;
      if (value === undefined && !isHidden) check.problems.push(problemOf(field, name, text));
      return value ?? [];
    });
  });
}

/** The message for an operand without a value. */
export function problemOf(field: Pick<JqlField, 'problemOf'>, name: string, text: string): string {
  return field.problemOf?.(text, name) ?? `The value '${text}' does not exist for the field '${name}'.`;
}

/** The texts of an operand; a function is worked out. @throws TrackerError 400 */
export function readTexts(check: Check, operand: Operand): readonly string[] {
  if (operand.kind === 'empty') return [];
  return operand.kind === 'value' ? [operand.text] : callFunction(check, operand.name, operand.args);
}
