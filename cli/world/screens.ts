import type { WorldScreen } from '../../contracts/index.js';

/** Screens by what they show: no API tells their ids or names. */
export class Screens {
  readonly #byFields = new Map<string, WorldScreen>();

  /** All of them. */
  get rows(): WorldScreen[] {
    return [...this.#byFields.values()];
  }

  /** The screen that shows these fields. */
  showing(fields: readonly string[]): number {
    const key = [...fields].sort().join();
    const id = this.#byFields.size + 1;
    const screen = this.#byFields.get(key) ?? { id, name: `Screen ${id}`, fields: [...fields] };
    this.#byFields.set(key, screen);
    return screen.id;
  }
}
