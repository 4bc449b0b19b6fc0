import * as z from 'zod';
import { strengths } from '../../contracts/clauses/strength.js';
import { scopes } from '../../contracts/rules/rule.js';
import { observationSchema } from '../../contracts/report/observation.js';
import { finishedTestSchema } from '../../contracts/report/finished-test.js';
import { assumedStates, documentedStates, totalsSchema, trendSchema } from './rule-state.js';
import { knownProblemSchema } from './known-failures.js';
import {
  demandsSchema,
  runAboutSchema,
  runTargetSchema,
  selectedSchema,
  toleranceSchema,
} from '../../contracts/report/run.js';
import { surfaceSchema } from '../../contracts/report/surface.js';
import { leftItemSchema } from '../../contracts/report/worker-status.js';

const ruleRow = {
  id: z.string(),
  /** One of the APIs; of a custom rule the name of its group. */
  api: z.string(),
  section: z.string(),
  text: z.string(),
  reasons: z.array(z.string()),
  /** The ids of the tests that cover it. */
  tests: z.array(z.string()),
  /** The titles of the endpoints whose tests can cover it. */
  endpoints: z.array(z.string()),
  defects: z.array(z.strictObject({ name: z.string(), breaks: z.string() })),
  /** The tickets of its failures, if all of them are known; absent if it does not fail, or fails otherwise. */
  knownBy: z.array(z.string()).optional(),
};

const documentedRowSchema = z.strictObject({
  ...ruleRow,
  kind: z.literal('documented'),
  scope: z.enum(scopes),
  strength: z.enum(strengths),
  state: z.enum(documentedStates),
});

const assumedRowSchema = z.strictObject({
  ...ruleRow,
  kind: z.literal('assumed'),
  state: z.enum(assumedStates),
  /** The expected and the observed answers, each distinct pair once. */
  observations: z.array(observationSchema.omit({ rule: true })),
});

export const ruleRowSchema = z.discriminatedUnion('kind', [documentedRowSchema, assumedRowSchema]);

export type RuleRow = z.infer<typeof ruleRowSchema>;

export const endpointRowSchema = z.strictObject({
  /** One of the APIs; of a custom endpoint the group of its rules, or else the name of its family. */
  api: z.string(),
  title: z.string(),
  section: z.string(),
  rules: z.array(z.string()),
  /** The ids of the tests about it. */
  tests: z.array(z.string()),
  totals: totalsSchema,
  /** What all tests sent to it and were answered; absent if none called it. */
  surface: surfaceSchema.optional(),
});

export type EndpointRow = z.infer<typeof endpointRowSchema>;

const verdicts = [
  'passed',
  'tests failed',
  'unexpected answers',
  'errors in the test code',
  'could not be tested',
  'rules unverified',
  'known failures outdated',
  'assumptions differ',
  'no tests',
  'tracker unreachable',
  'interrupted',
] as const;

export const verdictSchema = z.strictObject({
  verdict: z.enum(verdicts),
  reasons: z.array(z.string()),
  demands: demandsSchema,
  /** Whether a run passes if an open question is answered otherwise than assumed. */
  differs: toleranceSchema,
  /** Whether a run passes if a test failed first and passed on a retry. */
  flaky: toleranceSchema,
});

export type Verdict = z.infer<typeof verdictSchema>;

export const matrixSchema = z.strictObject({
  schemaVersion: z.literal(2),
  catalogueVersion: z.string(),
  target: runTargetSchema,
  about: runAboutSchema,
  startedAt: z.iso.datetime(),
  durationMs: z.number().min(0),
  run: z.strictObject({
    /** How Playwright says the run ended. */
    status: z.enum(['passed', 'failed', 'timedout', 'interrupted']),
    /** The errors outside the tests, and tags and annotations that can't be read. Empty in a green run. */
    errors: z.array(z.string()),
    /** The refusals of set-up by which several tests failed, and how many others were not run for that; absent for none. */
    refused: z.array(z.string()).optional(),
    /** Why the tracker could not be used any more, and how many tests were not run; absent if there was no outage. */
    outage: z.string().optional(),
    /** The selection of tests by endpoints, rules or changes; absent if there is none. */
    selected: selectedSchema.optional(),
    /** The data that the run made or changed on the tracker and did not clean up; absent if there is none. */
    left: z.array(leftItemSchema).optional(),
  }),
  totals: totalsSchema,
  /** The problems of the known failures; absent if the run had no file of known failures. */
  knownProblems: z.array(knownProblemSchema).optional(),
  /** The known failures that do not count on this version of the tracker; absent if all do. */
  knownNotes: z.array(z.string()).optional(),
  /** The APIs whose documented rules are demanded, and the groups of custom rules. */
  apis: z.array(z.string()),
  /** Every rule of those APIs, and each rule of other APIs that a test covers; custom rules last. */
  rules: z.array(ruleRowSchema),
  endpoints: z.array(endpointRowSchema),
  /** Every test of the run; the rows refer to them by id. */
  tests: z.array(finishedTestSchema),
});

export type Matrix = z.infer<typeof matrixSchema>;

export const judgedMatrixSchema = matrixSchema.extend({ verdict: verdictSchema, trend: trendSchema });

/** The rule matrix as `rules.json` holds it. */
export type JudgedMatrix = z.infer<typeof judgedMatrixSchema>;
