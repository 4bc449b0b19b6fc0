import type { FinishedTest } from '../contracts/report/finished-test.js';
import type { TestResultRow } from '../contracts/report/results.js';
import { renderExchanges } from './render-exchanges.js';

/** What is published of a finished test, without cases and steps. @param texts the text of each rule by its id */
export function resultOf(test: FinishedTest, texts: ReadonlyMap<string, string>): TestResultRow {
  const { project, file, title, status, reason, error, rules } = test;
  const exchange = error === undefined ? undefined : renderExchanges(test.exchanges.kept);
  return {
    name: [project, file, title].join(' › '),
    title,
    status,
    ...(reason !== undefined && { reason }),
    ...(error !== undefined && { error }),
    cases: [],
    rules: rules.map((id) => ({ id, text: texts.get(id) ?? '' })),
    steps: [],
    ...(exchange !== undefined && { exchange }),
  };
}
