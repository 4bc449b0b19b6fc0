import { endpointTitle } from '../../../contracts/endpoints/endpoint.js';
import type { Endpoint } from '../../../contracts/endpoints/endpoint.js';
import { endpoints } from '../../../contracts/endpoints/endpoints.js';
import { annotationTypes } from '../../../contracts/report/test-event.js';
import type { TestEvent } from '../../../contracts/report/test-event.js';
import { finishedTestSchema } from '../../../contracts/report/finished-test.js';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { RuleRow, JudgedMatrix, Matrix } from '../../../reports/documents/matrix.js';
import type { RunAbout, RunTarget } from '../../../contracts/report/run.js';
import type { Profile } from '../../../contracts/index.js';
import type { Api } from '../../../contracts/rules/rule.js';
import { assumed, documented } from '../../../contracts/rules/rules.js';
import { judge } from '../../../reports/gate.js';
import { buildMatrix } from '../../../reports/matrix/build-matrix.js';
import type { FinishedRun } from '../../../reports/matrix/build-matrix.js';

/** The fake with a tracker for every test: everything can be verified on it. */
export const isolatedFake: RunTarget = {
  kind: 'fake',
  mode: 'isolated',
  name: 'fake (isolated, seed 1)',
  seed: 1,
  disposable: true,
};

export function sampleAbout(tracker: Partial<RunAbout['tracker']> = {}): RunAbout {
  return {
    tracker: { product: 'Tracker', version: '9.12.0', build: '91200', edition: 'Server', extensions: {}, ...tracker },
    harnessVersion: '0.1.0',
    profile: null,
    shards: 1,
    command: 'TRACKER_SEED=1 npx tracker-e2e run',
  };
}

export const sharedTracker: RunTarget = {
  kind: 'tracker',
  mode: 'shared',
  name: 'https://tracker.example.com/jira',
  seed: 1,
  disposable: false,
};

export const demandedRules = Object.entries(documented)
  .filter(([, rule]) => rule.api === 'default-templates')
  .map(([id]) => id);

export const callsOfAll = {
  earlier: 0,
  kept: [],
  surfaces: [],
  endpoints: Object.values<Endpoint>(endpoints).map(endpointTitle),
};

/** The annotation with an event of a test without fixtures, as source. */
export function eventSource(parts: Partial<TestEvent>): string {
  return JSON.stringify({ type: annotationTypes.event, description: JSON.stringify(parts) });
}

/** The first line of a spec without fixtures: its tests say for themselves that they called every endpoint. */
export const specStart = `import { expect, test } from '@playwright/test'; test.afterEach(({}, info) => { info.annotations.push(${eventSource({ exchanges: [callsOfAll] })}); });\n`;

export const openQuestions = Object.values(assumed).filter(({ api }) => api === 'default-templates').length;

let sequence = 0;

export function sampleTest(parts: Partial<FinishedTest> = {}): FinishedTest {
  sequence += 1;
  return finishedTestSchema.parse({
    id: `test-${String(sequence)}`,
    title: `test ${String(sequence)}`,
    file: 'specs/sample.spec.ts',
    line: 3,
    project: 'default-templates',
    status: 'passed',
    durationMs: 12,
    rules: [],
    endpoints: [],
    observations: [],
    exchanges: { earlier: 0, kept: [], endpoints: callsOfAll.endpoints },
    ...parts,
  });
}

/** A test of an open question, which the tracker answers as is assumed with 409. */
export function asking(observed: number): FinishedTest {
  return sampleTest({ title: 'asks', rules: ['DT-N05'], observations: [{ rule: 'DT-N05', expected: 409, observed }] });
}

/** The matrix of a run of these tests, on a fake of its own unless said otherwise. */
export function sampleMatrix(
  tests: readonly FinishedTest[],
  parts: Partial<FinishedRun> = {},
  apis: readonly Api[] = ['default-templates'],
): Matrix {
  const startedAt = '2026-11-21T14:30:05.000Z';
  const failed = tests.some(({ status }) => status === 'failed');
  const run = {
    target: isolatedFake,
    about: sampleAbout(),
    startedAt,
    durationMs: 12_345,
    status: failed ? ('failed' as const) : ('passed' as const),
    errors: [],
    tests,
    ...parts,
  };
  return buildMatrix(run, apis);
}

/** The same, judged as a run of everything. */
export function judgedMatrix(...run: Parameters<typeof sampleMatrix>): JudgedMatrix {
  const matrix = sampleMatrix(...run);
  return { ...matrix, verdict: judge(matrix, { rules: 'reachable' }), trend: { missing: 'nothing to compare with' } };
}

export function rowOf(matrix: Matrix, id: string): RuleRow {
  const row = matrix.rules.find((one) => one.id === id);
  if (row === undefined) throw new Error(`The matrix has no row for ${id}.`);
  return row;
}

export function sampleProfile(given: Partial<Profile> = {}): Profile {
  return {
    schemaVersion: 1,
    observedAt: '2026-11-21T10:00:00.000Z',
    harness: '0.1.0',
    tracker: {
      url: 'https://tracker.example.com/jira',
      title: 'Tracker',
      version: '9.12.0',
      edition: 'Server',
      build: 912000,
    },
    assumptions: {},
    partlyObserved: {},
    notObserved: {},
    conflicts: {},
    ...given,
  };
}
