import * as z from 'zod';
import { runAboutSchema } from './run.js';

/** The kinds of reasons against a release. */
const releaseReasonKinds = [
  'run not whole',
  'candidate failed',
  'planted defect',
  'another tracker',
  'older candidate',
  'new failures',
  'known failures outdated',
  'verification lost',
  'tests vanished',
  'tests not run',
  'smaller catalogue',
  'open questions',
] as const;

/** A reason against a release, with the rules or tests that it is about. */
export const releaseReasonSchema = z.strictObject({
  kind: z.enum(releaseReasonKinds),
  text: z.string(),
  about: z.array(z.string()),
  /**
   * The file to look at, relative to the repository: the entry of a known failure, the first of the tests or a test of
   * the first of the rules, or else the configuration of Playwright; if the run does not name that, its `rules.json`.
   */
  file: z.string(),
  line: z.int(),
});

/** A reason against a release. */
export type ReleaseReason = z.infer<typeof releaseReasonSchema>;

const judgedRunSchema = z.strictObject({ file: z.string(), startedAt: z.iso.datetime(), about: runAboutSchema });

/** Whether a candidate may be released, as `tracker-e2e gate --json` prints it. */
export const releaseVerdictSchema = z.strictObject({
  schemaVersion: z.literal(1),
  released: z.boolean(),
  /** The reasons against the release; empty if there are none. */
  reasons: z.array(releaseReasonSchema),
  /** Remarks for readers, which do not change the verdict. */
  notes: z.array(z.string()),
  candidate: judgedRunSchema,
  baseline: judgedRunSchema,
});

/** Whether a candidate may be released. */
export type ReleaseVerdict = z.infer<typeof releaseVerdictSchema>;
