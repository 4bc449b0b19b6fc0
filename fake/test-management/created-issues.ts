import type { Assumptions } from '../../contracts/index.js';
import type { IssueRow } from '../state/tables.js';

type Settings = Pick<Assumptions, 'TM-N08' | 'TM-N09'>;
type Named = Pick<IssueRow, 'id' | 'key'>;

/** The result of a copy (TM-N08): the copied plans, each with its created cases; undefined for cases that are made later. */
export function renderCopies(
  { 'TM-N08': { plans, cases, names, async } }: Settings,
  copies: readonly { readonly plan: Named; readonly cases: readonly Named[] | undefined }[],
): Readonly<Record<string, unknown>> {
  if (async === 'no plans' && copies.some(({ cases: made }) => made === undefined)) return {};
  const render = ({ id, key }: Named) => ({ 'id and key': { id, key }, id: { id }, key: { key } })[names];
  const created = copies.map(({ plan, cases: made = async === 'empty' ? [] : undefined }) => ({
    ...render(plan),
    ...(made !== undefined && { [cases]: made.map(render) }),
  }));
  return { [plans]: created };
}

/** The result of an addition (TM-N09): the keys that were created in each plan; undefined for cases that are made later. */
export function renderAdded(
  { 'TM-N09': { plans, cases, key, async } }: Settings,
  keysOfPlans: readonly (readonly unknown[])[] | undefined,
): Readonly<Record<string, unknown>> {
  if (keysOfPlans === undefined && async === 'absent') return {};
  const render = (keys: readonly unknown[]) => ({
    [cases]: key === null ? keys : keys.map((created) => ({ [key]: created })),
  });
  const created = keysOfPlans ?? [[]];
  return plans === null ? render(created.flat()) : { [plans]: created.map(render) };
}
