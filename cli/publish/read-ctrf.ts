import * as z from 'zod';
import { pageSchema } from '../../contracts/report/results.js';
import type { Results } from '../../contracts/report/results.js';
import { casesIn, foreignResults } from './foreign-results.js';

const statusSchema = z.enum(['passed', 'failed', 'skipped', 'pending', 'other']);

const annotationSchema = z.looseObject({ type: z.string(), description: z.string().optional() });

/** A test of a CTRF report. Runners put what the format has no place for into `labels` or `extra`. */
const testSchema = z.looseObject({
  name: z.string(),
  status: statusSchema,
  suite: z.union([z.string(), z.array(z.string())]).optional(),
  filePath: z.string().optional(),
  browser: z.string().optional(),
  message: z.string().optional(),
  trace: z.string().optional(),
  flaky: z.boolean().optional(),
  steps: z.array(z.looseObject({ name: z.string(), status: statusSchema })).optional(),
  labels: z.record(z.string(), z.unknown()).optional(),
  extra: z.looseObject({ annotations: z.array(annotationSchema).optional() }).optional(),
});

/** A report in the Common Test Report Format (https://ctrf.io), as far as it is published. */
export const ctrfSchema = z.looseObject({
  results: z.looseObject({
    tool: z.looseObject({ name: z.string() }),
    summary: z.looseObject({ start: z.number().optional() }),
    tests: z.array(testSchema),
    environment: z.looseObject({ buildUrl: pageSchema.optional().catch(undefined) }).optional(),
  }),
});

const statuses = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'not run',
  other: 'not run',
} as const;

/** The results of a CTRF report. @param text its file, @param written when that was written */
export function readCtrf(text: string, report: z.infer<typeof ctrfSchema>, written: Date): Results {
  const { tool, summary, tests, environment } = report.results;
  const run = { name: tool.name, startedAt: summary.start, url: environment?.buildUrl };
  return foreignResults(
    text,
    written,
    run,
    tests.map((test) => {
      const {
        name,
        status,
        suite = [],
        filePath = '',
        browser = '',
        flaky,
        message,
        trace,
        steps,
        labels,
        extra,
      } = test;
      const { annotations = [], ...others } = extra ?? {};
      return {
        name: [browser, filePath, ...[suite].flat(), name].filter((part) => part !== '').join(' › '),
        title: name,
        status: flaky === true && status === 'passed' ? 'flaky' : statuses[status],
        cases: casesIn([
          ...Object.entries({ ...labels, ...others }),
          ...annotations.map(({ type, description = '' }) => [type, description] as const),
        ]),
        message: message ?? trace,
        // A step that was not reached has no result.
        steps: (steps ?? []).flatMap((step) =>
          step.status === 'passed' || step.status === 'failed' ? [{ title: step.name, status: step.status }] : [],
        ),
      };
    }),
  );
}
