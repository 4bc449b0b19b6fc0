import { dirname } from 'node:path';
import type { FullConfig, Suite, TestCase } from '@playwright/test/reporter';
import type { TrackerIdentity } from '../contracts/report/run.js';
import type { CustomRules } from '../contracts/rules/custom-rules.js';
import { collectCustom } from './custom-definitions.js';
import type { CustomDefinitions } from './custom-definitions.js';
import { distinct, finishTest } from './finish-test.js';
import type { FinishedTestReading } from './finish-test.js';
import { markKnown } from './known/apply-known.js';
import { dayOf, knownOfShards } from './known/read-known.js';
import type { KnownList } from './known/read-known.js';
import { readShards } from './shards.js';

interface Read extends FinishedTestReading {
  readonly attempts: number;
  /** Whether the version of the tracker was known, so that it is decided whether a failure is known. */
  readonly isDecided: boolean;
}

interface Given {
  readonly rules?: CustomRules | undefined;
  /** Default: those of the shards that are merged */
  readonly known?: KnownList | undefined;
}

const ofSuites = new WeakMap<Suite, FinishedTests>();

/** The tests of a run, the same for all reporters of a process. The first of them says what is given. */
export function finishedTestsOf(config: FullConfig, suite: Suite, given: Given = {}): FinishedTests {
  const tests = ofSuites.get(suite) ?? new FinishedTests(config, suite, given);
  ofSuites.set(suite, tests);
  return tests;
}

/** Reads each test of a run once, after it has ended, and decides whether its failure is known. */
export class FinishedTests {
  /** The folder that paths of test files are relative to. */
  readonly directory: string;
  readonly own: CustomDefinitions;
  readonly known: KnownList | undefined;
  readonly #suite: Suite;
  readonly #read = new Map<string, Read>();
  #version: string | undefined;
  #today: string | undefined;

  constructor(config: FullConfig, suite: Suite, { rules, known }: Given) {
    this.directory = folderOf(config);
    this.own = collectCustom(suite.allTests(), rules);
    this.known = known ?? knownOfShards(readShards(config.metadata));
    this.#suite = suite;
  }

  /** A test whose last attempt has ended. A later attempt, as of a serial group that is tried again, is read anew. */
  read(testCase: TestCase): Read {
    const { id, results } = testCase;
    const before = this.#read.get(id);
    if (before?.attempts === results.length) return before;
    const reading = finishTest(testCase, this.directory, this.own);
    this.#version ??= identitiesIn([reading])[0]?.version;
    this.#today ??= results[0] && dayOf(results[0].startTime);
    return this.#decide({ ...reading, attempts: results.length, isDecided: false });
  }

  /** Every test of the run, after its end. */
  all(): FinishedTestReading[] {
    const all = this.#suite.allTests().map((test) => this.read(test));
    return all.map((read) => (read.isDecided ? read : this.#decide(read)));
  }

  /** The day on which the run began, on which an entry of the known failures counts or not. */
  get today(): string {
    return this.#today ?? dayOf(new Date());
  }

  #decide(read: Read): Read {
    const isDecided = this.#version !== undefined;
    const context = { version: this.#version, today: this.today };
    const decided = { ...read, isDecided, test: markKnown(read.test, this.known?.failures ?? [], context) };
    this.#read.set(read.test.id, decided);
    return decided;
  }
}

export function folderOf({ configFile }: Pick<FullConfig, 'configFile'>): string {
  return configFile === undefined ? process.cwd() : dirname(configFile);
}

/** The identities of the trackers that tests ran on, each once. */
export function identitiesIn(readings: readonly Pick<FinishedTestReading, 'events'>[]): TrackerIdentity[] {
  return distinct(readings.flatMap(({ events }) => events.flatMap(({ tracker }) => tracker)));
}
