import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '../../../contracts/index.js';
import { makeFolder } from '../../../client/settings/output-folder.js';

/** A note of a check or a test about the tracker, a login, or a refusal of set-up. `at` is in milliseconds since 1970. */
export interface Note {
  readonly what: 'asks' | 'passed' | 'out' | 'refusal';
  readonly of: string;
  readonly by: string;
  readonly at: number;
  readonly text: string;
}

/** The state of a breaker: a file to which all workers of a run add notes. The first note counts. */
export class BreakerFile {
  readonly #file: string;
  /** Notes that could not be written, for example because the disk is full: only this worker knows them. */
  readonly #unwritten: Note[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  clear(): void {
    rmSync(this.#file, { force: true });
  }

  add(note: Note): void {
    try {
      makeFolder(dirname(this.#file));
      // A full disk may have cut off the line before.
      appendFileSync(this.#file, `\n${JSON.stringify(note)}\n`);
    } catch {
      this.#unwritten.push(note);
    }
  }

  notesOf(of: string): Note[] {
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : [];
    const written = lines.flatMap((line) => (parseJson(line) as Note | undefined) ?? []);
    return [...written, ...this.#unwritten].filter((note) => note.of === of);
  }
}
