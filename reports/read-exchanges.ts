import type { TestCase } from '@playwright/test/reporter';
import { annotationTypes } from '../contracts/report/annotations.js';
import { reportedExchangesSchema } from '../contracts/report/exchange.js';
import type { ReportedExchanges } from '../contracts/report/exchange.js';

/** The exchanges of a test, with what is wrong with the annotation that holds them. */
export interface ExchangesReading {
  readonly exchanges: ReportedExchanges;
  readonly problems: readonly string[];
}

const none: ReportedExchanges = { earlier: 0, kept: [] };

/** Reads what a test sent and was answered: in its first attempt that failed, or else in its last. */
export function readExchanges({ results }: TestCase): ExchangesReading {
  const result = results.find(({ errors }) => errors.length > 0) ?? results.at(-1);
  const annotation = result?.annotations.find(({ type }) => type === annotationTypes.exchanges);
  if (annotation === undefined) return { exchanges: none, problems: [] };
  const json = annotation.description ?? '';
  try {
    return { exchanges: reportedExchangesSchema.parse(JSON.parse(json)), problems: [] };
  } catch {
    const problem = `the annotation ${annotationTypes.exchanges} is no list of exchanges as JSON: ${json.slice(0, 200)}`;
    return { exchanges: none, problems: [problem] };
  }
}
