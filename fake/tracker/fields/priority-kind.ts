import { readId, readObject } from '../read-id.js';
import { renderPriority } from '../render/priority.js';
import type { State } from '../../state/state.js';
import { FieldFault } from './value-kind.js';
import type { ValueKind } from './value-kind.js';

/** A priority of the tracker, named by id or name; kept by id. */
export const priorityKind: ValueKind = {
  schema: { type: 'priority' },
  unset: null,
  list: false,
  read: (value, state) => ({ id: String(findPriority(value, state).id) }),
  render: (value, view) => {
    const priority = view.state.tables.priorities.get(Number((value as { id: string }).id));
    return priority === undefined ? null : renderPriority(view, priority);
  },
  allowedValues: (view) => view.state.tables.priorities.all().map((priority) => renderPriority(view, priority)),
};

/** The priority of an issue that was given none: Medium, or else the one in the middle of the list. */
export function defaultPriority({ tables }: State): { id: string } | undefined {
  const all = tables.priorities.all();
  const priority = tables.priorities.first('name', 'medium') ?? all[Math.floor((all.length - 1) / 2)];
  return priority && { id: String(priority.id) };
}

function findPriority(value: unknown, { tables }: State): { id: number } {
  const named = readObject(value);
  if (named === undefined) throw new FieldFault("Could not find valid 'id' or 'name' in priority object.");
  const { id: sentId, name } = named;
  const id = readId(sentId);
  const byName = typeof name === 'string' ? tables.priorities.first('name', name.toLowerCase()) : undefined;
  const found = id === undefined ? byName : tables.priorities.get(id);
  if (found === undefined) throw new FieldFault('The priority selected is invalid.');
  return found;
}
