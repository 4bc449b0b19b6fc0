import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../contracts/index.js';
import { writeWhole } from '../../../client/settings/output-folder.js';

export type RunKnowledge = ReturnType<typeof knowledgeOf>;

/**
 * Facts that do not change while a run lasts: a worker that asks the tracker writes its answer into a file, and later workers
 * of the run on this machine read it there. Answers must be JSON and hold no secrets.
 *
 * @param folder of the run and the tracker alone
 */
export function knowledgeOf(folder: string) {
  const answers = new Map<string, Promise<unknown>>();

  const keep = <Answer>(what: string, answer: Promise<Answer>): Promise<Answer> => {
    answers.set(what, answer);
    answer.catch(() => answers.delete(what));
    return answer;
  };

  const write = async <Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = await ask();
    writeWhole(fileOf(what), { answer });
    return answer;
  };

  const readOrAsk = async <Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> => {
    if (!existsSync(fileOf(what))) return write(what, ask);
    return (parseJson(readFileSync(fileOf(what), 'utf8')) as { readonly answer: Answer }).answer;
  };

  /** The question may be longer than the name of a file may be. */
  const fileOf = (what: string) =>
    join(folder, `${createHash('sha256').update(what).digest('hex').slice(0, 24)}.known`);

  return {
    /** The answer to a question that some worker has asked; asks if none has. A failure is not kept. */
    once: <Answer>(what: string, ask: () => Promise<Answer>) =>
      (answers.get(what) as Promise<Answer> | undefined) ?? keep(what, readOrAsk(what, ask)),
    /** Asks even if an answer is known, and keeps the new one for all workers. */
    again: <Answer>(what: string, ask: () => Promise<Answer>) => keep(what, write(what, ask)),
  };
}
