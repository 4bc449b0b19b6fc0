import type { ApiResponse } from '../../../fixtures/index.js';
import { itemsOf, propertyOf } from '../../support/json.js';

/** An issue that an answer names. */
export interface NamedIssue {
  readonly id: number;
  readonly key: string;
}

/** A copied plan, as the result of a copy has it; without cases if it names none. */
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

/** The created keys in the result of an addition, whatever they are called (TM-N09); undefined if it has none. */
export function createdKeys({ data }: ApiResponse<Values>): readonly string[] | undefined {
  const property = propertyOfTexts(data) ?? propertyOfList(data);
  return property === undefined ? undefined : itemsOf(data[property]).map(String);
}

/** The name of the first property that holds a list of issues; undefined if none does. */
export function propertyOfIssues(value: unknown): string | undefined {
  return Object.keys(value ?? {}).find((name) => issuesIn(propertyOf(value, name)).length > 0);
}

/** The name of the first property that holds a list of texts; undefined if none does. */
export function propertyOfTexts(value: unknown): string | undefined {
  const lists = Object.entries(value ?? {}).map(([name, list]) => ({ name, items: itemsOf(list) }));
  return lists.find(({ items }) => items.length > 0 && items.every((item) => typeof item === 'string'))?.name;
}

/** The name of the first property that holds a list, be it empty; undefined if none does. */
function propertyOfList(value: object): string | undefined {
  return Object.entries(value).find(([, list]) => Array.isArray(list))?.[0];
}

/** The issues in a list; none if it is something else. */
export function issuesIn(list: unknown): (NamedIssue & Values)[] {
  return itemsOf(list).filter((item): item is NamedIssue & Values => typeof propertyOf(item, 'key') === 'string');
}

type Values = Readonly<Record<string, unknown>>;
