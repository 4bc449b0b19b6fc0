import { ownRowKey } from '../state/state.js';
import type { State } from '../state/state.js';

/**
 * Rows that handlers of one's own endpoints keep, by keys of their choice. They belong to a space like everything else it
 * holds: each space has its own, a call that is refused leaves them as they were, a reset takes them away, and the control
 * lists them in the table `own`. Rows are replaced, never changed, and only by calls that are no GET.
 */
export interface OwnRows<Row> {
  /** In the order of their keys. */
  all(state: State): Row[];
  get(state: State, key: string): Row | undefined;
  set(state: State, key: string, row: Row): void;
  /** Tells whether there was one. */
  delete(state: State, key: string): boolean;
}

/**
 * Rows under a name. Two handlers that give the same name share them.
 *
 * @example
 * const watchers = ownRows<readonly string[]>('watchers');
 * watchers.set(state, issue.key, [...(watchers.get(state, issue.key) ?? []), name]);
 */
export function ownRows<Row>(name: string): OwnRows<Row> {
  return {
    all: ({ tables }) => tables.own.where('of', name).map(({ value }) => value as Row),
    get: ({ tables }, key) => tables.own.get(ownRowKey(name, key))?.value as Row | undefined,
    set: ({ tables }, key, value) => {
      tables.own.set({ of: name, key, value });
    },
    delete: ({ tables }, key) => tables.own.delete(ownRowKey(name, key)),
  };
}
