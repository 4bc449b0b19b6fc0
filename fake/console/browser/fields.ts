import type { TenantRoute } from './address.js';
import type { FieldValue } from './answers.js';
import { lookUp } from './control-api.js';
import { facts, nothing, quiet } from './dom.js';
import type { Child } from './dom.js';

/** The names of fields by their ids. */
export async function fieldNames(route: TenantRoute, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const numbers = ids.map((id) => /^customfield_(\d+)$/.exec(id)?.[1]);
  const fields = await lookUp(route, 'customFields', 'id', numbers);
  return new Map(ids.map((id, index) => [id, fields.get(numbers[index] ?? '')?.name ?? id]));
}

/** Fields and their values, each with its id if that is not its name. */
export function fieldFacts(
  fields: Readonly<Record<string, FieldValue>>,
  names: ReadonlyMap<string, string>,
): HTMLElement {
  const pairs = Object.entries(fields).map(([id, value]): [Child, Child] => {
    const name = names.get(id) ?? id;
    return [name === id ? id : [name, ' ', quiet(id.replace('customfield_', ''))], fieldValue(value)];
  });
  return pairs.length === 0 ? nothing('It has no field.') : facts(pairs);
}

function fieldValue(value: FieldValue): Child {
  if (value === null || value === undefined) return quiet('empty');
  if (Array.isArray(value)) return value.length === 0 ? quiet('empty') : value.map(fieldText).join(', ');
  return fieldText(value);
}

function fieldText(value: FieldValue): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const {
    name,
    value: inner,
    key,
  } = value as { readonly name?: unknown; readonly value?: unknown; readonly key?: unknown };
  const named = name ?? inner ?? key;
  return typeof named === 'string' ? named : JSON.stringify(value);
}
