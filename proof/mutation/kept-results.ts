import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reach } from './find-reach.js';
import type { Tried } from './try-batch.js';

/**
 * What is known of mutants, on disk, a line for each as soon as it is there: a run that was killed goes on where it was.
 * It holds for one state of the code. After a change it only tells which test to try first.
 */
export class KeptResults {
  readonly #folder: string;
  readonly #killers: Map<string, string>;
  readonly #results = new Map<string, Tried>();

  /** @param basis the state of the code, as a text that differs for another one */
  constructor(folder: string, basis: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    const [head, ...lines] = this.#read('results.jsonl').split('\n');
    // The last line may be half of one if the run was killed.
    const kept = new Map(lines.slice(0, -1).map((line) => JSON.parse(line) as [string, Tried]));
    this.#killers = new Map(JSON.parse(this.#read('killers.json') || '[]') as [string, string][]);
    for (const [key, { killedBy }] of kept) if (killedBy !== undefined) this.#killers.set(key, killedBy);
    if (head === basis) {
      this.#results = kept;
      return;
    }
    this.#write('killers.json', JSON.stringify([...this.#killers]));
    this.#write('reach.json', '');
    this.#write('results.jsonl', `${basis}\n`);
  }

  /** What became of a mutant; undefined if it is not known. */
  get(key: string): Tried | undefined {
    return this.#results.get(key);
  }

  /** Keeps what became of a mutant. */
  add(key: string, result: Tried): void {
    this.#results.set(key, result);
    appendFileSync(join(this.#folder, 'results.jsonl'), `${JSON.stringify([key, result])}\n`);
  }

  /** The test that killed a mutant before, in this or another state of the code. */
  killerOf(key: string): string | undefined {
    return this.#killers.get(key);
  }

  /** Which tests reach which mutants: as is known, or as is found out now. */
  async reach(find: () => Promise<Reach>): Promise<Reach> {
    const known = this.#read('reach.json');
    if (known !== '') return JSON.parse(known) as Reach;
    const reach = await find();
    this.#write('reach.json', JSON.stringify(reach));
    return reach;
  }

  #read(name: string): string {
    const file = join(this.#folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }
}
