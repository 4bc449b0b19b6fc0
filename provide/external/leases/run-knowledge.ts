import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../../../contracts/index.js';
import { writeWhole } from '../../../client/settings/output-folder.js';
import { Presence } from './lease-holder.js';

/** The time between two looks for the answer that another worker is asking for, in milliseconds. */
const LOOK = 20;

/**
 * Facts that do not change while a run lasts: one worker asks the tracker, and the others of the run on this machine
 * read its answer from a file. Answers must be JSON and hold no secrets.
 */
export class RunKnowledge {
  readonly #folder: string;
  readonly #run: string;
  readonly #answers = new Map<string, Promise<unknown>>();

  /** @param folder of the run and the tracker alone */
  constructor(folder: string, run: string) {
    this.#folder = folder;
    this.#run = run;
  }

  /** The answer to a question that some worker has asked; asks if none has. A failure is not kept. */
  once<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(what) as Promise<Answer> | undefined;
    return known ?? this.#keep(what, this.#askOnce(what, ask));
  }

  /** Asks even if an answer is known, and keeps the new one for all workers. */
  again<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
    return this.#keep(what, this.#ask(nameOf(what), ask));
  }

  #keep<Answer>(what: string, answer: Promise<Answer>): Promise<Answer> {
    this.#answers.set(what, answer);
    answer.catch(() => this.#answers.delete(what));
    return answer;
  }

  async #askOnce<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
    const name = nameOf(what);
    while (!existsSync(this.#file(name))) {
      const own = new Presence(this.#folder, this.#run, name);
      try {
        if (own.other(name) === undefined && !existsSync(this.#file(name))) return await this.#ask(name, ask);
      } finally {
        own.leave();
      }
      await sleep(LOOK * (0.5 + Math.random()));
    }
    return (parseJson(readFileSync(this.#file(name), 'utf8')) as { readonly answer: Answer }).answer;
  }

  async #ask<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const answer = await ask();
    writeWhole(this.#file(name), { answer });
    return answer;
  }

  #file(name: string): string {
    return join(this.#folder, `${name}.known`);
  }
}

/** The question may be longer than the name of a file may be. */
function nameOf(what: string): string {
  return createHash('sha256').update(what).digest('hex').slice(0, 24);
}
