import type { Settings } from '../../fixtures/index.js';
import type { ExternalTracker } from '../../fixtures/settings/settings.js';
import type { Anonymizer } from './anonymizer.js';
import type { Catalogue } from './copy-catalogue.js';
import type { TrackerReader } from './tracker-reader.js';
import type { WorldScreen } from '../../contracts/index.js';

export interface CopyContext {
  readonly reader: TrackerReader;
  readonly anonymizer: Anonymizer;
  readonly settings: Settings;
  readonly external: ExternalTracker;
  readonly catalogue: Catalogue;
  readonly screens: Screens;
  /** The key of the user who replaces the reading user. */
  readonly self: string;
  /** The keys of the projects to copy. Default: all that the user may see */
  readonly keys?: readonly string[] | undefined;
  readonly renamesProjects: boolean;
}

/** Screens by their fields: no API gives their ids or names. */
export class Screens {
  readonly #byFields = new Map<string, WorldScreen>();

  get rows(): WorldScreen[] {
    return [...this.#byFields.values()];
  }

  showing(fields: readonly string[]): number {
    const key = [...fields].sort().join();
    const id = this.#byFields.size + 1;
    const screen = this.#byFields.get(key) ?? { id, name: `Screen ${id}`, fields: [...fields] };
    this.#byFields.set(key, screen);
    return screen.id;
  }
}
