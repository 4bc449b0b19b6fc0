import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../../../contracts/index.js';
import { writeWhole } from '../../../client/settings/output-folder.js';
import { Presence } from './lease-holder.js';

/** The time between two looks for the answer that another worker is asking for, in milliseconds. */
const LOOK = 20;

export type RunKnowledge = ReturnType<typeof knowledgeOf>;

/**
 * Facts that do not change while a run lasts: one worker asks the tracker, and the others of the run on this machine
 * read its answer from a file. Answers must be JSON and hold no secrets.
 *
 * @param folder of the run and the tracker alone
 */
export function knowledgeOf(folder: string, run: string) {
  const answers = new Map<string, Promise<unknown>>();

  const keep = <Answer>(what: string, answer: Promise<Answer>): Promise<Answer> => {
    answers.set(what, answer);
    answer.catch(() => answers.delete(what));
    return answer;
  };

  const write = async <Answer>(file: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await ask();
    writeWhole(file, { answer });
    return answer;
  };

  const readOrAsk = async <Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const [name, file] = [nameOf(what), fileOf(what, folder)];
    while (!existsSync(file)) {
      const own = new Presence(folder, run, name);
      try {
        if (own.other(name) === undefined && !existsSync(file)) return await write(file, ask);
      } finally {
        own.leave();
      }
      await sleep(LOOK * (0.5 + Math.random()));
    }
    return (parseJson(readFileSync(file, 'utf8')) as { readonly answer: Answer }).answer;
  };

  return {
    /** The answer to a question that some worker has asked; asks if none has. A failure is not kept. */
    once: <Answer>(what: string, ask: () => Promise<Answer>) =>
      (answers.get(what) as Promise<Answer> | undefined) ?? keep(what, readOrAsk(what, ask)),
    /** Asks even if an answer is known, and keeps the new one for all workers. */
    again: <Answer>(what: string, ask: () => Promise<Answer>) => keep(what, write(fileOf(what, folder), ask)),
  };
}

/** The question may be longer than the name of a file may be. */
function nameOf(what: string): string {
  return createHash('sha256').update(what).digest('hex').slice(0, 24);
}

function fileOf(what: string, folder: string): string {
  return join(folder, `${nameOf(what)}.known`);
}
