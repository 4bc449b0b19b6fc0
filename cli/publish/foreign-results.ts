import { createHash } from 'node:crypto';
import { testCaseAnnotation, pageSchema } from '../../contracts/report/results.js';
import type { Results, TestResultRow } from '../../contracts/report/results.js';
import * as z from 'zod';
import { XmlElement, parseXml } from '@rgrove/parse-xml';

interface ForeignRun {
  readonly name: string | undefined;
  /** When it began, in any form that a date can be read from. */
  readonly startedAt: string | number | undefined;
  readonly url?: string | undefined;
}

/** A test of such a report. A report says nothing of rules and of calls. */
type ForeignTest = Pick<TestResultRow, 'name' | 'title' | 'status' | 'cases'> & {
  readonly message: string | undefined;
  readonly steps?: TestResultRow['steps'];
};

/** The report of another test runner as results. Its text decides the id of the run: the same file is the same run. */
function foreignResults(text: string, written: Date, run: ForeignRun, tests: readonly ForeignTest[]): Results {
  const told = new Date(run.startedAt ?? Number.NaN);
  const startedAt = (Number.isNaN(told.getTime()) ? written : told).toISOString();
  return {
    schemaVersion: 1,
    run: {
      id: createHash('sha256').update(text).digest('hex').slice(0, 12),
      name: [run.name, startedAt].filter((part) => part !== undefined && part !== '').join(', '),
      startedAt,
      ...(run.url !== undefined && { url: run.url }),
    },
    errors: [],
    tests: tests.map(({ message, steps = [], ...test }) => {
      const words = message?.trim().split('\n').slice(0, MESSAGE_LINES).join('\n') ?? '';
      const said = words === '' ? {} : test.status === 'failed' ? { error: words } : { reason: words };
      const shown = steps.map((step) => (step.status === 'failed' && words !== '' ? { ...step, error: words } : step));
      return { ...test, ...(test.status === 'passed' ? {} : said), rules: [], steps: shown };
    }),
  };
}

const MESSAGE_LINES = 12;

/** Names of a property with the keys of test cases: that of our annotation in its usual spellings, and that of Xray. */
const CASE_PROPERTY = /^(test[ _.-]?case|test_key)$/i;

/** The keys of test cases in properties of a test; several stand in one value with commas or spaces between them. */
function casesIn(properties: readonly (readonly [name: string, value: unknown])[]): string[] {
  const named = properties.filter(([name]) => name === testCaseAnnotation || CASE_PROPERTY.test(name));
  const keys = named.flatMap(([, value]) => [value].flat().flatMap((one) => String(one).split(/[\s,;]+/)));
  return [...new Set(keys.filter((key) => key !== ''))];
}

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

/** The results of a JUnit file. Steps are not guessed from what a test has printed. @throws Error for other texts */
export function readJunit(text: string, written: Date): Results {
  const { root } = parseXml(text);
  if (root === null || !/^testsuites?$/.test(root.name)) throw new Error(`it has no test suites but a ${root?.name}`);
  const [first = root] = root.name === 'testsuite' ? [root] : childrenOf(root, 'testsuite');
  const name = root.attributes['name'] ?? first.attributes['name'];
  const startedAt = root.attributes['timestamp'] ?? first.attributes['timestamp'];
  return foreignResults(text, written, { name, startedAt }, testsIn(root));
}

function testsIn(suite: XmlElement): ForeignTest[] {
  const own = childrenOf(suite, 'testcase').map((test) => testOf(test, suite.attributes['name'] ?? ''));
  return [...own, ...childrenOf(suite, 'testsuite').flatMap(testsIn)];
}

function testOf(test: XmlElement, suite: string): ForeignTest {
  const { name = '', classname = suite } = test.attributes;
  const [failure] = childrenOf(test, 'failure', 'error');
  const [skipped] = childrenOf(test, 'skipped', 'disabled');
  const properties = childrenOf(test, 'properties').flatMap((list) => childrenOf(list, 'property'));
  const told = failure ?? skipped;
  return {
    name: [classname, name].filter((part) => part !== '').join(' › '),
    title: name,
    status: failure ? 'failed' : skipped ? 'skipped' : isFlaky(test) ? 'flaky' : 'passed',
    cases: casesIn(
      properties.map((property) => [
        property.attributes['name'] ?? '',
        property.attributes['value'] ?? property.text.trim(),
      ]),
    ),
    message: told && (told.text.trim() || told.attributes['message']),
  };
}

/** Surefire tells failures of a test that passed when it was tried again. */
function isFlaky(test: XmlElement): boolean {
  return childrenOf(test, 'flakyFailure', 'flakyError').length > 0;
}

function childrenOf({ children }: XmlElement, ...names: readonly string[]): XmlElement[] {
  return children.filter((child) => child instanceof XmlElement && names.includes(child.name)) as XmlElement[];
}
