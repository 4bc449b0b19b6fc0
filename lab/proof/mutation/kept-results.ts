import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Coverage } from './find-coverage.js';
import type { Mutant } from './mutants.js';
import { fileOf } from './plan.js';
import type { SourceHashes } from './source-hashes.js';
import type { Tried } from './try-batch.js';

/** A line of the file: the key of a mutant, its result, and a hash of the files that the result depends on. */
type Line = readonly [key: string, result: Tried, basis: string];

/**
 * The results of mutants on disk. Each is written at once, so a run that was killed can go on. A result is valid until
 * a file changes that it depends on, see {@link KeptResults.get}. After that it only says which test to try first.
 */
export class KeptResults {
  readonly #folder: string;
  readonly #sources: SourceHashes;
  readonly #lines: Map<string, Line>;
  readonly #coverage: Coverage;

  private constructor(folder: string, sources: SourceHashes, coverage: Coverage) {
    this.#folder = folder;
    this.#sources = sources;
    this.#coverage = coverage;
    const file = join(folder, 'results.jsonl');
    // The last line may be half of one if the run was killed.
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    this.#lines = new Map(lines.map((text) => JSON.parse(text) as Line).map((line) => [line[0], line]));
    writeFileSync(file, [...this.#lines.values()].map(toText).join(''));
  }

  /** Opens the results in a folder. @param find finds out which tests reach which mutants, if that is not known */
  static async open(folder: string, sources: SourceHashes, find: () => Promise<Coverage>): Promise<KeptResults> {
    const file = join(folder, 'coverage.json');
    mkdirSync(folder, { recursive: true });
    const known = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { whole: string; coverage: Coverage })
      : undefined;
    if (known?.whole === sources.whole) return new KeptResults(folder, sources, known.coverage);
    const coverage = await find();
    writeFileSync(file, JSON.stringify({ whole: sources.whole, coverage }));
    return new KeptResults(folder, sources, coverage);
  }

  /** Which tests reach which mutants. */
  get coverage(): Coverage {
    return this.#coverage;
  }

  /**
   * The result of a mutant; undefined if it is not known. A kill depends on the code of its API, the spec of that
   * test, and everything outside the APIs and specs. A survival depends on every test that reaches the mutant too.
   */
  get(mutant: Mutant): Tried | undefined {
    const [, result, basis] = this.#lines.get(mutant.key) ?? [];
    return result !== undefined && basis === this.#basisOf(mutant, result) ? result : undefined;
  }

  /** Stores the outcome of a mutant. */
  add(mutant: Mutant, result: Tried): void {
    const line: Line = [mutant.key, result, this.#basisOf(mutant, result)];
    this.#lines.set(mutant.key, line);
    appendFileSync(join(this.#folder, 'results.jsonl'), toText(line));
  }

  /** The test that killed a mutant before, in this or another state of the code. */
  killerOf({ key }: Mutant): string | undefined {
    return this.#lines.get(key)?.[1].killedBy;
  }

  #basisOf({ id, file }: Mutant, { killedBy }: Tried): string {
    const { tests, reaching, onLoad } = this.#coverage;
    if (killedBy !== undefined && tests.includes(killedBy)) return this.#sources.of(file, [fileOf(killedBy)]);
    const names = onLoad.includes(id) ? tests : (reaching[id] ?? []).flatMap((index) => tests[index] ?? []);
    return this.#sources.of(file, new Set(names.map(fileOf)));
  }
}

function toText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}
