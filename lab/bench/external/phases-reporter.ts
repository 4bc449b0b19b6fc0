import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import * as z from 'zod';
import { annotationTypes, parseJson } from '../../../contracts/index.js';
import { recordedExchangesSchema } from '../../../contracts/report/exchange.js';
import type { RecordedExchange, RecordedExchanges } from '../../../contracts/report/exchange.js';

/** Sums up what the time and the requests of tests were for, by what the run records of each test anyway. */
export default class PhasesReporter implements Reporter {
  readonly #costs: Readonly<Record<Phase, PhaseCosts>> = {
    'set-up': noCosts(),
    'call under test': noCosts(),
    check: noCosts(),
    'clean-up': noCosts(),
  };
  readonly #waited: Record<string, number> = {};

  onTestEnd(_test: TestCase, result: TestResult): void {
    const described = (type: string) =>
      result.annotations.filter((one) => one.type === type).map(({ description = '' }) => description);
    for (const wait of described(annotationTypes.waited)) {
      const [, seconds, what = ''] = /^([\d.]+) s: (the tracker|\w+)/.exec(wait) ?? [];
      this.#waited[what] = (this.#waited[what] ?? 0) + Number(seconds) * 1_000;
    }
    const [json = ''] = described(annotationTypes.exchanges);
    const recorded = recordedExchangesSchema.safeParse(parseJson(json)).data;
    if (recorded === undefined) this.#costs['set-up'].milliseconds += result.duration;
    else this.#add(result, recorded);
  }

  onEnd(): void {
    const file = process.env['BENCH_PHASES'];
    if (file !== undefined) writeFileSync(file, JSON.stringify({ costs: this.#costs, waited: this.#waited }));
  }

  printsToStdio(): boolean {
    return false;
  }

  #add({ steps, duration }: TestResult, { kept, setUp, beside }: RecordedExchanges): void {
    const hook = (title: string) => steps.find((step) => step.category === 'hook' && step.title === title);
    const [before, after] = [hook('Before Hooks'), hook('After Hooks')];
    const begin = before === undefined ? 0 : before.startTime.getTime() + before.duration;
    const end = after?.startTime.getTime() ?? Number.POSITIVE_INFINITY;
    const phaseOf = ({ startedAt }: RecordedExchange): Phase =>
      startedAt >= end ? 'clean-up' : startedAt < begin ? 'set-up' : 'check';
    const took = {
      'set-up': (before?.duration ?? 0) + sum(setUp.map(({ durationMs }) => durationMs)),
      'call under test': sum(kept.map(({ durationMs }) => durationMs)),
      'clean-up': after?.duration ?? 0,
    };
    const rest = Math.max(0, duration - sum(Object.values(took)));
    for (const [phase, milliseconds] of Object.entries({ ...took, check: rest })) {
      this.#costs[phase as Phase].milliseconds += milliseconds;
    }
    for (const exchange of kept) this.#count('call under test', exchange);
    for (const exchange of setUp.flatMap(({ exchanges }) => exchanges)) this.#count('set-up', exchange);
    for (const exchange of beside) this.#count(phaseOf(exchange), exchange);
  }

  #count(phase: Phase, { method, path }: RecordedExchange): void {
    const costs = this.#costs[phase];
    const kind = kindOf(method, path);
    costs.requests += 1;
    costs.kinds[kind] = (costs.kinds[kind] ?? 0) + 1;
  }
}

function noCosts(): PhaseCosts {
  return { milliseconds: 0, requests: 0, kinds: {} };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The phases of a test, which share its time and its requests. */
export const phases = ['set-up', 'call under test', 'check', 'clean-up'] as const;

/** One of {@link phases}. */
type Phase = (typeof phases)[number];

const costsSchema = z.object({
  milliseconds: z.number(),
  requests: z.number(),
  /** How many requests there were of each kind. */
  kinds: z.record(z.string(), z.number()),
});

/** The costs of one phase of all tests. */
type PhaseCosts = z.infer<typeof costsSchema>;

/** The costs of all tests of a run. */
export const runCostsSchema = z.object({
  costs: z.record(z.enum(phases), costsSchema),
  /** How long tests waited for leases of each kind, in milliseconds; waits of less than a second are not counted. */
  waited: z.record(z.string(), z.number()),
});

/** The costs of all tests of a run. */
export type RunCosts = z.infer<typeof runCostsSchema>;

/** The kind of a request: method and path, with ids and keys replaced. */
export function kindOf(method: string, url: string): string {
  const [path = ''] = url.split('?');
  const plain = path
    .replace(/(?<!\/api)\/\d+(?=\/|$)/g, '/ID')
    .replace(/(?<=\/(?:issue|project)\/)[A-Z][A-Z0-9]+(?:-\d+)?(?=\/|$)/g, (key) =>
      key.includes('-') ? 'KEY-1' : 'KEY',
    );
  return `${method} ${plain}`;
}
