import * as z from 'zod';
import { strengths } from '../../contracts/clauses/clause-documents.js';
import { scopes } from '../../contracts/rules/rule.js';
import { finishedTestSchema, observationSchema } from '../../contracts/report/finished-test.js';
import { knownProblemSchema } from './known-failures.js';
import {
  demandsSchema,
  runAboutSchema,
  runTargetSchema,
  selectedSchema,
  toleranceSchema,
  leftItemSchema,
} from '../../contracts/report/run.js';
import { surfaceSchema } from '../../contracts/report/surface.js';

/**
 * The states of a documented rule after a run.
 *
 * - `verified`: at least one of its tests called an endpoint of the rule and then checked something with `expect`, and
 *   every one that ran passed
 * - `verified in part`: as `verified`, but some of its tests did not run, or could not see a part of it; the reasons
 *   say why
 * - `failing`: a test shows that the tracker breaks it
 * - `deviates`: the same, and the documents show it by an example only
 * - `not available`: none of its tests ran, as the tracker or its sandbox has not what they need. A rule of which other
 *   tests ran is verified in part then, unless the tracker has nothing of the kind that the tests left out are about
 * - `unverified`: anything else, such as no test at all, or a test that failed without showing that the rule is broken
 */
export const documentedStates = [
  'verified',
  'verified in part',
  'failing',
  'deviates',
  'not available',
  'unverified',
] as const;

export type DocumentedState = (typeof documentedStates)[number];

/**
 * The states of an open question after a run: as for documented rules, but `verified` is split.
 *
 * - `as assumed`: every observation equals what was assumed
 * - `differs`: the tests passed, and the tracker answers otherwise than assumed
 */
const assumedStates = ['as assumed', 'differs', 'failing', 'not available', 'unverified'] as const;

export const ruleStates = [...documentedStates, 'as assumed', 'differs'] as const;

export type RuleState = (typeof ruleStates)[number];

/** How many tests ended in which way. `passed` holds no flaky test. */
export const totalsSchema = z.strictObject({
  passed: z.int(),
  failed: z.int(),
  flaky: z.int(),
  skipped: z.int(),
  /** Tests that never started, or were stopped without a result, because the run ended. */
  notRun: z.int(),
  known: z.int().optional(),
  deviates: z.int().optional(),
});

export type Totals = z.infer<typeof totalsSchema>;

const changeSchema = z.strictObject({ rule: z.string(), from: z.enum(ruleStates), to: z.enum(ruleStates) });

export type RuleChange = z.infer<typeof changeSchema>;

export const comparisonSchema = z.strictObject({
  previous: z.strictObject({ startedAt: z.iso.datetime(), name: z.string(), totals: totalsSchema }),
  /** Whether only rules and tests of both runs are compared, because one run was of selected tests. */
  selected: z.boolean(),
  worse: z.array(changeSchema),
  better: z.array(changeSchema),
  rulesAdded: z.array(z.string()),
  rulesRemoved: z.array(z.string()),
  testsAdded: z.int(),
  testsRemoved: z.int(),
});

export type Comparison = z.infer<typeof comparisonSchema>;

/** The differences between a run and the previous run, or a sentence why they are not known. */
export const trendSchema = z.union([comparisonSchema, z.strictObject({ missing: z.string() })]);

export type Trend = z.infer<typeof trendSchema>;

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
