import { createHash } from 'node:crypto';
import type { JudgedMatrix } from '../contracts/report/matrix.js';
import type { Results } from '../contracts/report/results.js';
import { resultOf } from './result-of.js';

/** The results of a run of which there is a rule matrix: its tests with their rules, and no steps. */
export function resultsOfMatrix({ tests, rules, target, startedAt }: JudgedMatrix): Results {
  const texts = new Map(rules.map(({ id, text }) => [id, text]));
  const id = createHash('sha256').update(`${target.name} ${startedAt}`).digest('hex').slice(0, 12);
  return {
    schemaVersion: 1,
    run: { id, name: `${target.name}, ${startedAt}`, startedAt },
    tests: tests.map((test) => resultOf(test, texts)),
  };
}
