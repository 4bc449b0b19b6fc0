import type { TenantRoute } from './address.js';
import { lookUp } from './control-api.js';
import { el, nothing, quiet, section } from './dom.js';
import type { Child } from './dom.js';
import { facts } from './view.js';
import type { Fact } from './view.js';

/** The fields of an issue or a template and their values, each with its id if that is not its name. */
export async function fieldSection(
  route: TenantRoute,
  fields: Readonly<Record<string, unknown>>,
): Promise<HTMLElement> {
  const factOf = async ([id, value]: [string, unknown]): Promise<Fact> => {
    const number = /^customfield_(\d+)$/.exec(id)?.[1];
    const field = await lookUp(route, 'customFields', number);
    return [field === undefined ? id : [field.name, ' ', quiet(number)], fieldValue(value)];
  };
  const pairs = await Promise.all(Object.entries(fields).map(factOf));
  return section(
    'Fields',
    pairs.length,
    pairs.length === 0 ? nothing('It has no field.') : el('div', { class: 'card' }, await facts(pairs)),
  );
}

function fieldValue(value: unknown): Child {
  const values: readonly unknown[] = [value ?? []].flat();
  return values.length === 0 ? quiet('empty') : values.map(fieldText).join(', ');
}

function fieldText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, value: inner, key } = value as Readonly<Record<'name' | 'value' | 'key', unknown>>;
  const named = name ?? inner ?? key;
  return typeof named === 'string' ? named : JSON.stringify(value);
}
