import * as z from 'zod';
import { verdictSchema, ruleStates, totalsSchema } from './matrix.js';
import { runAboutSchema, runTargetSchema } from '../../contracts/report/run.js';

const comparedRunSchema = z.strictObject({
  file: z.string(),
  startedAt: z.iso.datetime(),
  target: z.string(),
  mode: runTargetSchema.shape.mode,
  about: runAboutSchema,
  catalogueVersion: z.string(),
  verdict: verdictSchema.shape.verdict,
  totals: totalsSchema,
  /** The selection of its tests, in words; absent for a run of all tests. */
  selected: z.string().optional(),
});

export type ComparedRun = z.infer<typeof comparedRunSchema>;

const comparedStateSchema = z.strictObject({
  state: z.enum(ruleStates),
  /** The tickets of its failures, if all are known. */
  knownBy: z.array(z.string()).optional(),
  reasons: z.array(z.string()),
  answers: z.array(z.json()).optional(),
});

export type ComparedState = z.infer<typeof comparedStateSchema>;

const comparedRuleSchema = z.strictObject({
  id: z.string(),
  api: z.string(),
  kind: z.enum(['documented', 'assumed']),
  section: z.string(),
  text: z.string(),
  /** The state in each run, in the order of the runs; null if the run has no such rule, or did not select it. */
  states: z.array(comparedStateSchema.nullable()),
  /** The positions, from 0, of the runs in which the state differs from the last run before that knows the rule. */
  changedIn: z.array(z.int()),
  /** The position, from 0, of the run since which the rule fails; absent if it does not fail in the last run. */
  brokenSince: z.int().optional(),
  answeredDifferently: z.boolean(),
});

export type ComparedRule = z.infer<typeof comparedRuleSchema>;

/** Several runs, rule by rule, as `tracker-e2e compare --json` prints them. */
export const runsComparedSchema = z.strictObject({
  schemaVersion: z.literal(1),
  runs: z.array(comparedRunSchema),
  /** The files of the history that were left out, each with the reason. */
  skipped: z.array(z.strictObject({ file: z.string(), reason: z.string() })),
  rules: z.array(comparedRuleSchema),
});

export type RunsCompared = z.infer<typeof runsComparedSchema>;

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
});

export type ReleaseReason = z.infer<typeof releaseReasonSchema>;

const judgedRunSchema = z.strictObject({ file: z.string(), startedAt: z.iso.datetime(), about: runAboutSchema });

/** Whether a candidate may be released, as `tracker-e2e gate --json` prints it. */
export const releaseVerdictSchema = z.strictObject({
  schemaVersion: z.literal(1),
  released: z.boolean(),
  reasons: z.array(releaseReasonSchema),
  /** Remarks for readers, which do not change the verdict. */
  notes: z.array(z.string()),
  candidate: judgedRunSchema,
  baseline: judgedRunSchema,
});

export type ReleaseVerdict = z.infer<typeof releaseVerdictSchema>;
