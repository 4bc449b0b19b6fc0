import * as z from 'zod';
import { nearest } from '../nearest.js';
import { apis } from '../rules/rule.js';
import { assumed, documentedRuleIds } from '../rules/rules.js';
import { customRuleIdSchema } from '../rules/custom-rules.js';

const versions = z.partialRecord(z.enum(apis), z.string());

/** The prefix of a plugin in TRACKER_BUILD: `plugin:com.example.templates`. The tracker is asked for its version. */
export const pluginPrefix = 'plugin:';

/** The identity that a tracker reports. A worker hands it to the reports with its first test. */
export const trackerIdentitySchema = z.strictObject({
  /** Its title. */
  product: z.string(),
  version: z.string(),
  build: z.string(),
  /** Its type of deployment, for example `Server`. */
  edition: z.string(),
  defect: z.string().optional(),
  /** The versions of extensions, if TRACKER_BUILD names their plugin and the tracker lists it. */
  extensions: versions.optional(),
});

export type TrackerIdentity = z.infer<typeof trackerIdentitySchema>;

/** The facts about a run that come from its settings and its command, not from the tracker. */
export const runTellingSchema = z.strictObject({
  /** The name of the tracker for readers: TRACKER_LABEL. */
  label: z.string().optional(),
  /** The version of each extension, or `plugin:` and the key of its plugin: TRACKER_BUILD. */
  extensions: versions,
  /** The profile with the expected answers to open questions, by its tracker and time; absent if there is none. */
  profile: z.string().optional(),
  /** The shell command that repeats the run, without credentials; absent if it is unknown how the run was started. */
  command: z.string().optional(),
});

export type RunTelling = z.infer<typeof runTellingSchema>;

/** What every report says of a run with TRACKER_INSECURE=on. */
export const unchecked = 'its certificate was not checked (TRACKER_INSECURE=on), so anyone may have answered';

/** The target of a run. The configuration hands it to the reporters as `metadata.target`. */
export const runTargetSchema = z.object({
  /** `fake` for the bundled tracker, `tracker` for one at a URL. */
  kind: z.enum(['fake', 'tracker']),
  /** `isolated`: every test had a tracker of its own. `shared`: all tests used one that others use too. */
  mode: z.enum(['isolated', 'shared']),
  /** For people, for example `fake (isolated, seed 20261121)` or `https://tracker.example.com/jira`. */
  name: z.string(),
  seed: z.int(),
  /** Whether every project of the tracker may be changed. */
  disposable: z.boolean(),
  /** Whether the certificate of the tracker was not checked; then the name says so too. */
  insecure: z.literal(true).optional(),
  /** The facts from the settings; absent if the configuration makes its target itself. */
  told: runTellingSchema.optional(),
});

export type RunTarget = z.infer<typeof runTargetSchema>;

/** The description of a run: its tracker, versions, profile, shards and command. Its target has the seed and mode. */
export const runAboutSchema = z.strictObject({
  /** A property is missing if the tracker did not tell it before the run ended. */
  tracker: trackerIdentitySchema.partial().extend({ label: z.string().optional(), extensions: versions }),
  harnessVersion: z.string(),
  /** The profile with the expected answers to open questions; `null` for none. */
  profile: z.string().nullable(),
  shards: z.int().min(1),
  command: z.string().optional(),
});

export type RunAbout = z.infer<typeof runAboutSchema>;

export const selectedSchema = z.strictObject({
  /** The arguments of Playwright that left tests out, as they were typed. */
  by: z.string(),
  tests: z.int().min(0),
  /** Whether the selection may be empty: a change may affect no test. */
  mayBeNone: z.boolean(),
});

export type Selected = z.infer<typeof selectedSchema>;

/**
 * Reports that a run writes on request, beside the rule matrix and Allure.
 *
 * - `junit`: one XML file, which most CI systems show; unverified rules and missing shards are failures in it
 * - `html`: Playwright's own page
 * - `github`: an annotation of the source for each failed test and each other reason of a red gate, in the output, as
 *   GitHub Actions reads them, and the summary of the job
 * - `gitlab`: GitLab's code quality and metrics reports
 * - `markdown`: a short file of nothing but failures, for comments on pull requests and assistants
 * - `ctrf`: the Common Test Report Format, one JSON file that many CI tools read
 * - `blob`: the data of a shard that `tracker-e2e merge` needs
 */
export const reportKinds = ['junit', 'html', 'github', 'gitlab', 'markdown', 'ctrf', 'blob'] as const;

export type ReportKind = (typeof reportKinds)[number];

const demandWords = ['all', 'reachable', 'selected'] as const;

const demandedId = z.union([z.enum(documentedRuleIds), customRuleIdSchema]);

/**
 * Which documented rules have to be verified, custom rules among them.
 *
 * - `all`: every rule in full, even if the tracker at hand does not allow it
 * - `reachable`: all rules but those out of the tracker's scope. A rule of scope `tracker` is out of scope if the
 *   tracker is not disposable. Any rule is out of scope if its tests were all skipped because the tracker can't provide
 *   what they need. On a fake that gives each test a tracker of its own, no rule is out of scope.
 * - `selected`: the reachable rules that a test of this run covers
 * - a list of ids: these, even if the tracker at hand does not allow it. Custom rules can be among them; a custom rule
 *   that does not exist is found only when the run has ended
 */
export const demandsSchema = z.union([z.enum(demandWords), z.array(demandedId).min(1).readonly()]);

export type Demands = z.infer<typeof demandsSchema>;

export const toleranceSchema = z.enum(['passes', 'fails']);

/** Whether a run passes although something is not as it should be. */
export type Tolerance = z.infer<typeof toleranceSchema>;

/** The problem of demands of unknown origin, as the end of a sentence; undefined if there is none. */
export function problemOfDemands(demands: unknown): string | undefined {
  if (demandsSchema.safeParse(demands).success) return undefined;
  const given = (Array.isArray(demands) ? demands : [demands]).map(String);
  const unknown = given.filter((id) => !demandedId.safeParse(id).success).map(explain);
  return `has to be all, reachable, selected or ids of documented rules: ${unknown.join(', ') || 'there is none'}`;
}

function explain(id: string): string {
  if (Object.hasOwn(assumed, id)) return `${id} is an open question`;
  const near = nearest(id, [...demandWords, ...documentedRuleIds]);
  return near.length === 0 ? `${id} is none` : `${id} is none (did you mean ${near.join(' or ')}?)`;
}

export const shardSchema = z.strictObject({
  current: z.int().min(1),
  total: z.int().min(1),
  target: runTargetSchema,
  gate: z.strictObject({
    rules: demandsSchema,
    differs: toleranceSchema.optional(),
    flaky: toleranceSchema.optional(),
  }),
  /** A digest of the tests that all shards divide: the same for all shards of a run. */
  split: z.string(),
  /** The selection of the tests of the run; absent for all tests. */
  selected: selectedSchema.optional(),
  /** The file of known failures of the shard, and its contents; absent for none. */
  known: z.strictObject({ file: z.string(), text: z.string() }).optional(),
});

/** The data that a shard of a run hands to the process that merges the shards. */
export type Shard = z.infer<typeof shardSchema>;

/** Merged reports have the properties of all shards' metadata, so each shard adds one under a name of its own. */
export const shardPrefix = 'tracker-e2e shard ';

/** Something that a run made or changed on a tracker and has not cleaned up, as its ledger names it. */
export const leftItemSchema = z.strictObject({
  kind: z.enum(['project', 'issue', 'issues', 'entries', 'project entries', 'connection', 'lease']),
  /** Which one: a key, an id, a name. */
  what: z.string(),
});

export type LeftItem = z.infer<typeof leftItemSchema>;

/** The status of a worker for the status line of its run, in a file in the folder of the run's notes. */
export const workerStatusSchema = z.strictObject({
  requests: z.int(),
  /** The average duration of a request, its wait in the rate limiter included, in milliseconds. */
  pace: z.number(),
  left: z.array(leftItemSchema),
});

export type WorkerStatus = z.infer<typeof workerStatusSchema>;

export const WORKER_STATUS = '.worker.json';

/** The name of the file that tells the workers of a run to end at once. */
export const STOP_NOW = 'stop-now';

/** Here the workers of a run share notes with its reporters, which remove it. @param pid the process that starts them */
export function runNotesFolder(outputDir: string, pid: number): string {
  return `${outputDir}/run-notes/${pid}`;
}
