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
  /** The versions of extensions, if TRACKER_BUILD names their plugin and the tracker lists it. */
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
  /** The profile with the expected answers to open questions: which tracker, and when; absent for none. */
  profile: z.string().optional(),
  /** The shell command that repeats the run, without credentials; absent if it is unknown how the run was started. */
  command: z.string().optional(),
});

/** What a run was told of itself. */
export type RunTelling = z.infer<typeof runTellingSchema>;

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

/** What a run was: which tracker in which version, which harness, how it is repeated. Seed and mode stand with its target. */
export const runAboutSchema = z.strictObject({
  /** A property is missing if the tracker did not tell it before the run ended. */
  tracker: trackerIdentitySchema.partial().extend({ label: z.string().optional(), extensions: versions }),
  /** The version of tracker-e2e. */
  harnessVersion: z.string(),
  /** The profile with the expected answers to open questions; `null` for none. */
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

/** What a run is asked to test: everything that one of these can affect. */
export const selectionSchema = z.strictObject({
  /** Endpoints by name, call or API. */
  endpoints: z.array(z.string()).default([]),
  /** Ids of rules; `*` stands for any characters. */
  rules: z.array(z.string()).default([]),
  /** A commit: what has changed since. */
  changedSince: z.string().optional(),
  /** Arguments of Playwright that leave tests out, as they were typed; they choose among what the others select. */
  typed: z.string().optional(),
});

/** What a run is asked to test: everything that one of these can affect. */
export type Selection = z.infer<typeof selectionSchema>;

/** What came of a {@link selectionSchema}. */
export const selectedSchema = z.strictObject({
  /** What was asked for, in words. */
  by: z.string(),
  /** How many tests that selects. */
  tests: z.int().min(0),
  /** Of how many; absent if Playwright chose them. */
  of: z.int().min(0).optional(),
  /** Whether there may be none: a change may affect no test. */
  mayBeNone: z.boolean(),
});

/** What came of a {@link Selection}. */
export type Selected = z.infer<typeof selectedSchema>;

/**
 * Reports that a run writes on request, beside the rule matrix and Allure.
 *
 * - `junit`: one XML file, which most CI systems show; rules that are not verified and missing shards are failures of it
 * - `html`: Playwright's own page
 * - `github`: an annotation of the source for each failed test and each other reason of a red gate, in the output, as GitHub
 *   Actions reads them, and the summary of the job
 * - `gitlab`: GitLab's code quality and metrics reports
 * - `markdown`: a short file of nothing but failures, for comments on pull requests and assistants
 * - `blob`: what `tracker-e2e merge` needs of each shard
 */
export const reportKinds = ['junit', 'html', 'github', 'gitlab', 'markdown', 'blob'] as const;

/** One of {@link reportKinds}. */
export type ReportKind = (typeof reportKinds)[number];
