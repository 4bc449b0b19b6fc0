import * as z from 'zod';
import { runTellingSchema } from './run-about.js';

/** What a run ran against. The configuration hands it to the reporters as `metadata.target`. */
export const runTargetSchema = z.object({
  /** `fake` for the bundled tracker, `tracker` for one at a URL. */
  kind: z.enum(['fake', 'tracker']),
  /** `isolated`: every test had a tracker of its own. `shared`: all tests used one that others use too. */
  mode: z.enum(['isolated', 'shared']),
  /** For people, for example `fake (isolated, seed 20261121)` or `https://tracker.example.com/jira`. */
  name: z.string(),
  /** What the builders' data is made from; the same seed makes the same data. */
  seed: z.int(),
  /** Whether every project of the tracker may be changed. */
  disposable: z.boolean(),
  /** What the settings say of the run; absent from a configuration that makes its target itself. */
  told: runTellingSchema.optional(),
});

/** What a run ran against. */
export type RunTarget = z.infer<typeof runTargetSchema>;
