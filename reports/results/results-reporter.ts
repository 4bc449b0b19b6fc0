import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestError } from '@playwright/test/reporter';
import type { Results } from '../documents/results.js';
import { messageToPrint } from '../../client/errors.js';
import { keepSecrets, withoutSecrets } from '../../client/secrets.js';
import { replaceFile } from '../replace.js';
import { finishedTestsOf, identitiesIn } from '../finished-tests.js';
import { describeError } from '../writing-problems.js';
import { defectErrors, findRunUrl, resultOfTest, secretsInEnvironment } from './run-results.js';
import type { PublishChoice } from './publish/find-plan.js';
import { print, printError } from '../../client/print.js';

/** The options of the reporter `tracker-e2e/results`. */
export interface ResultsReporterOptions extends Partial<Omit<PublishChoice, 'settle'>> {
  /** The file for the results. Default: `results.json` */
  readonly file?: string;
  /** Whether the results are published when the run ends. Default: no, `tracker-e2e publish` does it */
  readonly publish?: boolean;
  /** The name of the run for readers. Default: the time when it began */
  readonly name?: string;
  /**
   * Secrets to keep out of the results, beside the values of environment variables whose names speak of passwords,
   * tokens, secrets and keys.
   */
  readonly secrets?: readonly string[];
}

/** Writes the results for `tracker-e2e publish`, and publishes them if the options say so. */
export default class ResultsReporter implements Reporter {
  readonly #options: ResultsReporterOptions;
  #run: { readonly config: FullConfig; readonly suite: Suite } | undefined;
  readonly #errors: string[] = [];
  #path: string;

  /** @param options Playwright adds the folder of its configuration */
  constructor(options: ResultsReporterOptions & { readonly configDir?: string } = {}) {
    this.#options = options;
    // Whatever ends the run, no earlier results pass for its own.
    this.#path = resolve(options.configDir ?? process.cwd(), options.file ?? 'results.json');
    rmSync(this.#path, { force: true });
    keepSecrets([...secretsInEnvironment(process.env), ...(options.secrets ?? [])]);
  }

  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#run = { config, suite };
    if (config.configFile !== undefined) {
      this.#path = resolve(dirname(config.configFile), this.#options.file ?? 'results.json');
    }
  }

  onError(error: TestError): void {
    this.#errors.push(describeError(error, this.#run?.config.rootDir ?? process.cwd()));
  }

  async onEnd({ startTime }: FullResult): Promise<{ status: 'failed' } | undefined> {
    const { file = 'results.json', publish = false, name = startTime.toISOString(), runUrl } = this.#options;
    const shard = this.#run?.config.shard ?? null;
    const url = runUrl ?? findRunUrl(process.env);
    const results: Results = {
      schemaVersion: 1,
      run: {
        id: randomUUID().slice(0, 8),
        name,
        startedAt: startTime.toISOString(),
        ...(url !== undefined && { url }),
      },
      ...this.#read(),
    };
    try {
      replaceFile(this.#path, withoutSecrets(`${JSON.stringify(results, null, 2)}\n`));
      if (publish && shard === null) await this.#publish(results);
      if (publish && shard !== null) {
        print(`${file} is the part of one shard: publish those of all together, tracker-e2e publish FILE FILE`);
      }
      return undefined;
    } catch (error) {
      printError(`The results were not published: ${messageToPrint(error)}`);
      return { status: 'failed' };
    }
  }

  #read(): Pick<Results, 'errors' | 'tests'> {
    if (this.#run === undefined) return { errors: this.#errors, tests: [] };
    const { config, suite } = this.#run;
    const finished = finishedTestsOf(config, suite);
    const defects = defectErrors(identitiesIn(finished.all()));
    const tests = suite.allTests().map((test) => resultOfTest(test, finished.read(test).test, config.rootDir));
    return { errors: [...this.#errors, ...defects], tests };
  }

  async #publish(results: Results): Promise<void> {
    const { publishTo } = await import('./publish/publish.js');
    const { text, isWhole } = await publishTo(results, this.#options);
    print(text);
    if (!isWhole) throw new Error('not every case could be published');
  }
}
