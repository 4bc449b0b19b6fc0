import { copyFileSync, mkdirSync, writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite, TestCase, TestResult, TestStep, Location } from '@playwright/test/reporter';
import { AllureReporter as AllurePlaywrightReporter } from 'allure-playwright';
import { annotationTypes } from '../../../contracts/report/test-event.js';
import type { AllureOptions } from '../allure-options.js';
import { errorText } from '../../finish-test.js';
import { cut } from '../../matrix/format.js';
import { describeResult } from './describe-result.js';
import type { AllureResult } from './describe-result.js';

interface ResultsWriter {
  writeResult(result: AllureResult): void;
  writeGroup(group: { readonly uuid: string }): void;
  writeAttachment(name: string, content: string | Uint8Array): void;
  writeAttachmentFromPath(name: string, from: string): void;
}

interface Internals {
  readonly allureRuntime?: { writer?: ResultsWriter };
  readonly allureResultsUuids?: ReadonlyMap<string, string>;
}

const UNKNOWN_VERSION =
  'The Allure report of tracker-e2e replaces parts of allure-playwright that the installed version does not have: ' +
  'npm install --save-dev allure-playwright@3.12';

/** The annotations that allure-playwright understands; it would show any other as a step. */
const understood = /^(allure[.:]|@?allure|issue$|tms$|description$|skip$|fixme$)/;

/**
 * `allure-playwright`, with what this package knows of a test: its rules, and what it checks.
 *
 * The system decides when it writes the results to the disk. `allure-playwright` alone waits for the disk after each
 * file, and no test begins meanwhile. The results of a run are read only after it has ended.
 */
export default class AllureReporter extends AllurePlaywrightReporter {
  readonly #target: AllureOptions['target'] | undefined;
  /** The tests whose results are not written yet, by result id. A test that never ran has no result of Playwright's. */
  readonly #tests = new Map<string, { readonly test: TestCase; readonly result?: TestResult }>();
  readonly #checks = new WeakMap<TestStep, TestStep>();

  constructor({ target, ...options }: Partial<AllureOptions>) {
    super(options as ConstructorParameters<typeof AllurePlaywrightReporter>[0]);
    this.#target = target;
  }

  override onBegin(suite: Suite): void {
    super.onBegin(suite);
    const { resultsDir } = this.options;
    const runtime = this.#internal('allureRuntime');
    const hasIds = this.#internal('allureResultsUuids') instanceof Map;
    if (!hasIds || resultsDir === undefined || runtime?.writer === undefined) throw new Error(UNKNOWN_VERSION);
    const write = (name: string, content: string | Uint8Array) => {
      // Each time, as a reporter that begins later may take the folder away.
      mkdirSync(resultsDir, { recursive: true });
      writeFileSync(join(resultsDir, name), content);
    };
    const own: ResultsWriter = {
      writeResult: (result) => {
        this.#describe(result);
        write(`${result.uuid}-result.json`, JSON.stringify(result));
      },
      writeGroup: (group) => write(`${group.uuid}-container.json`, JSON.stringify(group)),
      writeAttachment: write,
      writeAttachmentFromPath: (name, from) => {
        mkdirSync(resultsDir, { recursive: true });
        copyFileSync(from, join(resultsDir, name));
      },
    };
    runtime.writer = Object.assign(Object.create(runtime.writer) as ResultsWriter, own);
  }

  override onTestBegin(test: TestCase): void {
    const annotations = test.annotations.filter(({ type }) => understood.test(type));
    super.onTestBegin(Object.create(test, { annotations: { value: annotations } }) as TestCase);
    this.#tests.set(this.#resultOf(test), { test });
  }

  override onStepBegin(test: TestCase, result: TestResult, step: TestStep): void {
    super.onStepBegin(test, result, this.#shown(step));
  }

  override onStepEnd(test: TestCase, result: TestResult, step: TestStep): void {
    super.onStepEnd(test, result, this.#shown(step));
    this.#checks.delete(step);
  }

  override async onTestEnd(test: TestCase, result: TestResult): Promise<void> {
    this.#tests.set(this.#resultOf(test), { test, result });
    await super.onTestEnd(test, result);
  }

  /** A check as a step of the test: allure-playwright shows either all or none of Playwright's own steps. */
  #shown(step: TestStep): TestStep {
    if (step.category !== 'expect') return step;
    const shown =
      this.#checks.get(step) ??
      (Object.create(step, { category: { value: 'test.step' }, title: { value: checkTitle(step) } }) as TestStep);
    this.#checks.set(step, shown);
    return shown;
  }

  #describe(result: AllureResult): void {
    const { test, result: attempt } = this.#tests.get(result.uuid) ?? {};
    this.#tests.delete(result.uuid);
    if (test === undefined) return;
    const annotations = [...test.annotations, ...(attempt?.annotations ?? [])];
    Object.assign(result, describeResult(result, test, annotations, this.#target));
    const kind = test.annotations.find(({ type }) => type === annotationTypes.kind)?.description;
    // Allure's word for a test that came to no verdict.
    if (result.status === 'failed' && kind !== undefined && kind !== 'broken rule') result.status = 'broken';
    const known = test.annotations.find(({ type }) => type === annotationTypes.known)?.description;
    if (known !== undefined) Object.assign(result, asKnown(result, known));
    // allure-playwright takes the first error only.
    const others = attempt?.errors.slice(1).map(errorText) ?? [];
    const message = [result.statusDetails?.message ?? '', ...others].join('\n\n');
    if (others.length > 0) result.statusDetails = { ...result.statusDetails, message };
  }

  #resultOf({ id }: TestCase): string {
    return this.#internal('allureResultsUuids')?.get(id) ?? '';
  }

  #internal<Name extends keyof Internals>(name: Name): Internals[Name] {
    return Reflect.get(this, name);
  }
}

/** Allure's marks of a known failure: the failure does not count, and a search for the label finds it. */
function asKnown({ statusDetails, labels }: AllureResult, known: string): Partial<AllureResult> {
  return {
    statusDetails: {
      ...statusDetails,
      known: true,
      muted: true,
      message: `Known failure, ${known}\n${statusDetails?.message ?? ''}`,
    },
    labels: [...labels, { name: 'tag', value: 'known failure' }],
  };
}

function checkTitle({ title, location }: TestStep): string {
  const [, matcher] = /^Expect "(.+)"$/s.exec(title) ?? [];
  const source = matcher === undefined || location === undefined ? undefined : statementAt(location, matcher);
  return `Check: ${source ?? matcher ?? title}`;
}

const longest = 160;

const sources = new Map<string, readonly string[]>();

/** The line of a check in the source: `expect(response).toHaveStatus(404)`. Undefined if the source is not here, as in a merge. */
function statementAt({ file, line }: Location, matcher: string): string | undefined {
  const lines = sources.get(file) ?? read(file);
  sources.set(file, lines);
  const text = lines[line - 1]?.trim().replace(/^(?:await )?(.*?);?$/, '$1');
  return text?.includes(matcher) === true ? cut(text, longest) : undefined;
}

function read(file: string): string[] {
  try {
    return `${readFileSync(file, 'utf8')}\n`.split('\n');
  } catch {
    return [];
  }
}
