import type { IssueRow, Tables } from '../../state/state.js';
import type { Clause, Condition } from './jql-query.js';
import { fieldNamed, resolveOperands } from './read-clause.js';
import type { Check } from './read-clause.js';

/** A way to find the issues of a field's value without going through all of them. */
interface LookUp {
  readonly names: readonly string[];
  readonly find: (tables: Tables, id: number) => readonly IssueRow[];
}

/** The one that finds fewest comes first. */
const lookUps: readonly LookUp[] = [
  {
    names: ['key', 'issuekey', 'issue', 'id'],
    find: ({ issues }, id) => [issues.get(id)].filter((row) => row !== undefined),
  },
  { names: ['parent'], find: ({ issues }, id) => issues.where('parent', id) },
  { names: ['project'], find: ({ issues }, id) => issues.where('project', id) },
];

/**
 * The issues among which all that fulfil a condition are: where it demands a key, a parent or a project, only those,
 * so that a search costs what it looks at and not what the tracker holds.
 */
export function candidates(check: Check, condition: Condition | null): readonly IssueRow[] {
  const { tables } = check.state;
  const demanded = condition === null ? [] : demandsOf(condition);
  for (const { names, find } of lookUps) {
    const clause = demanded.find(({ field }) => names.includes(field.toLowerCase()));
    if (clause === undefined) continue;
    const ids = resolveOperands({ ...check, faults: [] }, clause, fieldNamed(check, clause.field));
    return [...new Set(ids)].flatMap((id) => find(tables, id as number));
  }
  return tables.issues.all();
}

/** The clauses that every found issue fulfils, and that name the values it can have. */
function demandsOf(condition: Condition): Clause[] {
  if (condition.kind === 'and') return condition.parts.flatMap(demandsOf);
  if (condition.kind !== 'clause') return [];
  const { operator, operands } = condition;
  const namesValues = (operator === '=' || operator === 'in') && operands.every(({ kind }) => kind !== 'empty');
  return namesValues ? [condition] : [];
}
