import * as z from 'zod';
import { apis } from '../rules/rule.js';

const versions = z.partialRecord(z.enum(apis), z.string());

/** How TRACKER_BUILD names a plugin, whose version the tracker is asked for: `plugin:com.example.templates`. */
export const pluginPrefix = 'plugin:';

/** What a tracker says of itself. A worker hands it to the reports with the first test that it runs. */
export const trackerIdentitySchema = z.strictObject({
  /** Its title. */
  product: z.string(),
  version: z.string(),
  build: z.string(),
  /** What it says its deployment is, for example `Server`. */
  edition: z.string(),
  /** The defect of the bundled fake, if it has one. */
  defect: z.string().optional(),
  /** The versions of those extensions for which TRACKER_BUILD names a plugin that the tracker tells of. */
  extensions: versions.optional(),
});

/** What a tracker says of itself. */
export type TrackerIdentity = z.infer<typeof trackerIdentitySchema>;

/** What a run was told of itself, which no tracker says. */
export const runTellingSchema = z.strictObject({
  /** What people call the tracker: TRACKER_LABEL. */
  label: z.string().optional(),
  /** The version of each extension, or `plugin:` and the key of the plugin that it is: TRACKER_BUILD. */
  extensions: versions,
  /** The profile by which the specs expected answers to open questions: which tracker, and when; absent for none. */
  profile: z.string().optional(),
  /** What repeats the run in a shell, without credentials; absent if nobody knows how it was started. */
  command: z.string().optional(),
});

/** What a run was told of itself. */
export type RunTelling = z.infer<typeof runTellingSchema>;

/** What a run was: which tracker in which version, which harness, how it is repeated. Seed and mode stand with its target. */
export const runAboutSchema = z.strictObject({
  /** What is missing, the tracker did not say before the run ended. */
  tracker: trackerIdentitySchema.partial().extend({ label: z.string().optional(), extensions: versions }),
  /** The version of tracker-e2e. */
  harnessVersion: z.string(),
  /** The profile by which the specs expected answers to open questions; `null` for none. */
  profile: z.string().nullable(),
  /** In how many parts it ran. */
  shards: z.int().min(1),
  command: z.string().optional(),
  /**
   * The configuration of Playwright, relative to the repository; the files of tests are named from its folder. Absent if
   * there is none, or if it is outside the repository.
   */
  config: z.string().optional(),
});

/** What a run was. */
export type RunAbout = z.infer<typeof runAboutSchema>;
