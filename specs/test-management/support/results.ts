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

/** The copied plans in the result of a copy, whatever its properties are called (TM-N08). */
export function copiedPlans({ data }: ApiResponse<Values>): CopiedPlan[] {
  const plans = propertyOfIssues(data);
  return issuesIn(plans === undefined ? undefined : data[plans]).map((plan) => {
    const cases = propertyOfIssues(plan) ?? propertyOfList(plan);
    return {
      id: plan.id,
      key: plan.key,
      cases: cases === undefined ? undefined : issuesIn(plan[cases]).map(({ id, key }) => ({ id, key })),
    };
  });
}

/** The created keys in the result of an addition, whatever they are called (TM-N09); undefined where it has none. */
export function createdKeys({ data }: ApiResponse<Values>): readonly string[] | undefined {
  const property = propertyOfTexts(data) ?? propertyOfList(data);
  return property === undefined ? undefined : (data[property] as readonly string[]);
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

/** The name of the first property that holds a list, be it empty; undefined where none does. */
function propertyOfList(value: object): string | undefined {
  return Object.entries(value).find(([, list]) => Array.isArray(list))?.[0];
}

/** The issues in a list; none where it is something else. */
export function issuesIn(list: unknown): (NamedIssue & Values)[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter(
    (item): item is NamedIssue & Values => typeof (item as { key?: unknown } | null)?.key === 'string',
  );
}

type Values = Readonly<Record<string, unknown>>;
