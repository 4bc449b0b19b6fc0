import type { ExternalTracker, Settings } from '../../fixtures/index.js';
import type { Anonymizer } from './anonymizer.js';
import type { Catalogue } from './copy-catalogue.js';
import type { Screens } from './screens.js';
import type { TrackerReader } from './tracker-reader.js';

/** What a copy is made with. */
export interface CopyContext {
  readonly reader: TrackerReader;
  readonly anonymizer: Anonymizer;
  readonly settings: Settings;
  readonly external: ExternalTracker;
  readonly catalogue: Catalogue;
  readonly screens: Screens;
  /** The key of the user in the copy who stands for the one that reads. */
  readonly self: string;
  /** The keys of the projects to copy; all that the user may see if it is left out. */
  readonly keys?: readonly string[] | undefined;
  readonly renamesProjects: boolean;
}
