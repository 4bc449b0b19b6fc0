import type { Assumptions } from '../../../contracts/index.js';
import type { ApiResponse } from '../../../fixtures/index.js';

/** An issue that an answer names. */
export interface NamedIssue {
  readonly id: number;
  readonly key: string;
}

/** A copied plan, as the result of a copy has it; without cases where it names none. */
export interface CopiedPlan extends NamedIssue {
  readonly cases: readonly NamedIssue[] | undefined;
}

/** The copied plans in the result of a copy (TM-N08). */
export function copiedPlans({ data }: ApiResponse<Values>, assumptions: Assumptions): CopiedPlan[] {
  const { plans, cases } = assumptions['TM-N08'];
  return issuesIn(data[plans]).map((plan) => ({
    id: plan.id,
    key: plan.key,
    cases: cases in plan ? issuesIn(plan[cases]).map(({ id, key }) => ({ id, key })) : undefined,
  }));
}

/** The created keys in the result of an addition (TM-N09); undefined where it has none. */
export function createdKeys({ data }: ApiResponse<Values>, assumptions: Assumptions): readonly string[] | undefined {
  return data[assumptions['TM-N09']] as readonly string[] | undefined;
}

/** The name of the first property that holds a list of issues; undefined where none does. */
export function propertyOfIssues(value: unknown): string | undefined {
  return Object.keys(value ?? {}).find((name) => issuesIn((value as Values)[name]).length > 0);
}

/** The name of the first property that holds a list of texts; undefined where none does. */
export function propertyOfTexts(value: unknown): string | undefined {
  const lists = Object.entries((value ?? {}) as Values).filter(([, list]) => Array.isArray(list) && list.length > 0);
  return lists.find(([, list]) => (list as unknown[]).every((item) => typeof item === 'string'))?.[0];
}

/** The issues in a list; none where it is something else. */
export function issuesIn(list: unknown): (NamedIssue & Values)[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter(
    (item): item is NamedIssue & Values => typeof (item as { key?: unknown } | null)?.key === 'string',
  );
}

type Values = Readonly<Record<string, unknown>>;
