import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { validate } from 'ctrf';
import { documented } from '../../../contracts/rules/rules.js';
import type { FinishedTest } from '../../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../../reports/documents/matrix.js';
import { ctrfReport } from '../../../reports/ci/ctrf-report.js';
import { extendJunit, writeCiReports } from '../../../reports/ci/write-ci-reports.js';
import { annotationLine } from '../../../client/print.js';
import { failuresMarkdown, summaryMarkdown } from '../../../reports/ci/markdown.js';
import { runProblems } from '../../../reports/ci/run-problems.js';
import { judge } from '../../../reports/gate.js';
import { resultsOfMatrix } from '../../../reports/results/run-results.js';
import { writeFiles } from '../cli/command.js';
import { asking, demandedRules, judgedMatrix, sampleTest } from './sample-run.js';

const configFile = 'playwright.config.ts';
const most = sampleTest({ rules: demandedRules.slice(0, -1), line: 7 });
const last = demandedRules.at(-1) as string;
const call = { caller: 'admin', method: 'GET', path: '/rest/x', status: 200, durationMs: 1 };
const broken = sampleTest({
  ...{ title: 'breaks `x`', status: 'failed', rules: ['DT-01'], line: 9, error: 'answered 500\n@all' },
  exchanges: { earlier: 0, kept: [call], endpoints: [] },
});
const differs = asking(200);

const passed = judgedMatrix([sampleTest({ rules: demandedRules })]);
const unverified = judgedMatrix([most, sampleTest({ rules: [last], status: 'skipped', line: 12 })]);
const failed = judgedMatrix([sampleTest({ rules: demandedRules.slice(1) }), broken]);
const shardMissing = judgedMatrix([most], { errors: ['Shard 3 of 4 is missing: it left no blob report.'] });

function strict(matrix: JudgedMatrix): JudgedMatrix {
  return { ...matrix, verdict: judge(matrix, { rules: 'selected', differs: 'fails', flaky: 'fails' }) };
}

test('each reason of a verdict is a problem with a place in a source', () => {
  const problem = { kind: 'fixed', text: 'it is fixed.', tests: [] } as const;
  const knownProblems = [{ ...problem, tests: [], file: 'known.json', line: 7 }];
  const all = [sampleTest({ rules: demandedRules })];
  const outdated = judgedMatrix(all, { knownProblems });
  const flaky = strict(judgedMatrix([sampleTest({ title: 'stumbles', status: 'flaky' })]));
  for (const [matrix, ...problems] of [
    [passed],
    [failed, ['test', 'breaks `x`', 9]],
    [unverified, ['rule', `${last} is not verified`, 12]],
    [shardMissing, ['run', 'tests failed', 1], ['rule', `${last} is not verified`, 1]],
    [judgedMatrix([]), ['run', 'no tests', 1]],
    [strict(judgedMatrix([differs])), ['rule', 'DT-N05 is answered otherwise than assumed', 3]],
    [flaky, ['test', 'stumbles', 3]],
    [outdated, ['run', expect.any(String), 7]],
  ] as const) {
    const found = runProblems(matrix, configFile);
    expect.soft(found.map(({ kind, title, line }) => [kind, title, line])).toStrictEqual(problems);
  }
  expect(runProblems(outdated, configFile)[0]?.file).toBe(resolve('known.json'));
});

async function reportsOf(matrix: JudgedMatrix, outputDir: string, isCase: boolean) {
  writeFiles(outputDir, { 'junit.xml': '<testsuites tests="1" failures="0">\n</testsuites>\n' });
  const read = (file: string) => readFileSync(join(outputDir, file), 'utf8');
  const places = { outputDir, directory: outputDir, configFile: undefined };
  const problems = await writeCiReports(matrix, ['junit', 'ctrf', 'gitlab', 'markdown', 'github'], places);
  const { results } = JSON.parse(read('ctrf.json')) as { results: { summary: { failed: number } } };
  const texts = {
    annotations: problems.map(annotationLine).join('\n'),
    summary: summaryMarkdown(matrix, runProblems(matrix, configFile)),
    markdown: read('failures.md'),
    ctrf: read('ctrf.json'),
  };
  const failures = {
    ctrf: results.summary.failed,
    quality: (JSON.parse(read('gl-code-quality.json')) as unknown[]).length,
  };
  const { errors, reasons = [], tests } = resultsOfMatrix(matrix);
  const red = tests.filter(({ status, rules }) => status === 'failed' || rules.some(({ problem }) => problem));
  const junit = read('junit.xml');
  return {
    texts: {
      ...texts,
      // Playwright writes the failures of tests.
      ...(matrix.tests.some(({ status }) => status === 'failed') ? {} : { junit }),
      // A rule that no test covers has no case in a plan.
      ...(isCase ? { published: JSON.stringify([errors, reasons, tests]) } : {}),
    },
    failures: { ...failures, ...(isCase ? { published: red.length + errors.length + reasons.length } : {}) },
  };
}

test('each reason of a red gate is a failure in each report', async ({}, testInfo) => {
  const all = sampleTest({ rules: demandedRules });
  const other = (parts: Partial<FinishedTest>) => [most, sampleTest({ rules: [last], line: 12, ...parts })];
  const { tests: none, ...known } = {
    kind: 'fixed',
    text: 'It is fixed.',
    tests: [],
  } as const;
  const knownProblems = [{ ...known, tests: [...none] }];
  const withKnown = [all, sampleTest({ status: 'known failure' }), sampleTest({ status: 'not run' })];
  const soft = { error: 'Error: the first\n' + 'x'.repeat(5_000), otherErrors: ['the second'] };
  const listed = (...rules: readonly ('AD-01' | 'WA-01')[]) => {
    const matrix = judgedMatrix([all]);
    return { ...matrix, verdict: judge(matrix, { rules }) };
  };
  for (const [what, matrix, says] of [
    ['two errors of a test', judgedMatrix([all, sampleTest({ status: 'failed', ...soft })]), 'the second'],
    ['a test that is marked to fail', judgedMatrix(other({ status: 'expected failure' })), `${last} is not verified`],
    ['a test that checks nothing', judgedMatrix(other({ unchecked: true })), 'without checking with expect'],
    ['a rule without a test', judgedMatrix([most]), 'no test covers it'],
    ['a rule of another API', listed('AD-01'), 'AD-01 is not verified'],
    ['a rule that nobody defined', listed('WA-01'), 'WA-01 is not verified'],
    ['a retry', strict(judgedMatrix([all, sampleTest({ status: 'flaky', error: 'Error: late' })])), 'late'],
    ['another answer', strict(judgedMatrix([all, differs])), 'assumed 409, observed 200'],
    ['a known failure that is gone', judgedMatrix([all], { knownProblems }), 'It is fixed.'],
    ['tests behind a known failure', judgedMatrix(withKnown), '1 test did not run although'],
    ['an error', judgedMatrix([all], { errors: ['3 tests of a shard are missing'] }), '3 tests of a shard'],
    ['no test', judgedMatrix([]), 'No test was executed'],
    ['an outage', judgedMatrix([all], { outage: 'No answer.' }), 'No answer.'],
    ['Ctrl+C', judgedMatrix([all], { status: 'interrupted' }), 'was interrupted before its end'],
    ['the time', judgedMatrix([all], { status: 'timedout' }), 'longer than globalTimeout'],
    ['Playwright', judgedMatrix([all], { status: 'failed' }), 'Playwright ended the run as failed'],
  ] as const) {
    const { texts, failures } = await reportsOf(matrix, testInfo.outputPath(what), !what.startsWith('a rule'));
    for (const [report, text] of Object.entries(texts)) expect.soft(text, `${what}: ${report}`).toContain(says);
    for (const [report, count] of Object.entries(failures)) expect.soft(count, `${what}: ${report}`).toBeGreaterThan(0);
  }
});

test('CTRF has a row for each test and for each other reason of a red gate, and fits the schema', () => {
  const every = judgedMatrix([
    ...[sampleTest({ rules: demandedRules.slice(1) }), broken, sampleTest({ status: 'flaky' })],
    ...[sampleTest({ status: 'not available', reason: 'no desk' }), sampleTest({ status: 'not run' })],
    sampleTest({ status: 'known failure' }),
  ]);
  const reports: unknown[] = [];
  for (const matrix of [passed, unverified, shardMissing, every]) {
    const report: unknown = JSON.parse(ctrfReport(matrix, runProblems(matrix, configFile), '.'));
    expect(validate(report)).toMatchObject({ valid: true });
    reports.push(report);
  }

  expect(reports[2]).toMatchObject({
    results: {
      summary: { tests: 3, failed: 2 },
      tests: [{}, { status: 'failed', name: 'tests failed' }, { tags: [last] }],
    },
  });
  const summary = { tests: 7, passed: 2, failed: 2, skipped: 1, pending: 1, other: 1, flaky: 1 };
  const sentence = `DT-01 ${documented['DT-01'].text}`;
  const row = {
    name: 'breaks `x`',
    status: 'failed',
    message: `${sentence}\n\nanswered 500\n@all`,
    line: 9,
    tags: ['DT-01'],
  };
  expect(reports[3]).toMatchObject({
    results: {
      summary,
      tests: [
        {},
        row,
        { flaky: true },
        { message: 'no desk', rawStatus: 'not available' },
        {},
        {},
        { status: 'failed' },
      ],
    },
  });
});

test('what a problem says can break neither the XML of JUnit nor the line that GitHub reads', () => {
  const problem = {
    ...{ kind: 'rule' as const, id: 'DT-01', rules: ['DT-01'], file: 'specs/a,b:c.spec.ts', line: 7 },
    ...{ title: 'DT-01 <lists> "all", 100%: a & b', failed: false },
    text: 'expected <a> & "b",\ngot 50 %: \u0007nothing',
  };
  const output = '<system-out><![CDATA[]]\ufffe>&lt; \uffff\u0001]]></system-out>';
  const xml = extendJunit(`<testsuites tests="1" failures="0">\n${output}</testsuites>\n`, [problem]);

  expect(xml).toContain('<testsuites tests="2" failures="1">');
  expect(xml).toContain('name="DT-01 &lt;lists&gt; &quot;all&quot;, 100%: a &amp; b"');
  expect(xml).toContain('>expected &lt;a&gt; &amp; &quot;b&quot;,&#10;got 50 %: \\u0007nothing</failure>');
  expect(xml).toContain(String.raw`<![CDATA[]]\ufffe>&lt; \uffff\u0001]]>`);
  expect(extendJunit(output, [])).not.toMatch(/[\u0001\ufffe\uffff]/);
  expect(annotationLine(problem)).toBe(
    '::error file=specs/a%2Cb%3Ac.spec.ts,line=7,title=DT-01 <lists> "all"%2C 100%25%3A a & b' +
      String.raw`::expected <a> & "b",%0Agot 50 %25: \u0007nothing`,
  );
});

test.describe('Markdown', () => {
  const markdownOf = (matrix: JudgedMatrix) => failuresMarkdown(matrix, runProblems(matrix, configFile));

  test('has failures only, mentions nobody, shows control characters as escapes, and is one line if the run passed', () => {
    expect(markdownOf(failed).split('\n')).toStrictEqual([
      '**❌ tracker-e2e: tests failed** on ` fake (isolated, seed 1) `, 1 passed, 1 failed, 0 skipped',
      '',
      '### DT-01 is broken',
      '',
      expect.stringMatching(/^> ` Listing a project by its id .+ `$/),
      '',
      '`` breaks `x` ``, ` specs/sample.spec.ts:9 `',
      '',
      'The last calls: ` GET /rest/x → 200 `',
      '',
      '```text',
      'answered 500',
      '@all',
      '```',
      '',
    ]);
    expect(failuresMarkdown(passed, []).trim().split('\n')).toHaveLength(1);
    const steering = { title: 'x\u202ey', status: 'failed', error: 'Error: \u001b[2J\u2066z' } as const;
    const text = markdownOf(judgedMatrix([sampleTest(steering)]));
    expect(text).toContain(String.raw`### ${'`'} x\u202ey ${'`'}`);
    expect(text).toContain(String.raw`\u001b[2J\u2066z`);
    expect(text).not.toMatch(/[\u001b\u202e\u2066]/);
  });

  test('stays below the limit of a comment', () => {
    const tests = demandedRules.flatMap((rule) =>
      Array.from({ length: 10 }, (_, index) =>
        sampleTest({ id: `${rule} ${index}`, rules: [rule], status: 'failed', error: 'x'.repeat(5_000) }),
      ),
    );

    const text = markdownOf(judgedMatrix(tests));

    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/And \d+ more: the rule matrix has them all\./);
  });

  test('of a job has the head of the matrix, the rules that fail with their texts, and the tickets of what is known', () => {
    const knownBy = { ticket: 'QA-7', owner: 'qa', until: '2026-12-01' };
    const known = sampleTest({ rules: ['DT-01'], status: 'known failure', knownBy });
    const knownNotes = ['Not applied, for version 8.*'];
    const matrix = judgedMatrix([sampleTest({ rules: demandedRules }), known], { knownNotes });

    const head = summaryMarkdown(unverified, runProblems(unverified, configFile));
    const text = summaryMarkdown(matrix, runProblems(matrix, configFile));

    expect(head).toContain('## ❌ Rule matrix: rules unverified\n');
    expect(head).toContain(`| documented rules | 41 | 40 verified, 1 unverified |`);
    expect(head).toContain(`### \` ${last} is not verified \``);
    expect(text).toContain('Tracker: ` Tracker 9.12.0, build 91200, Server `');
    expect(text).toMatch(/\| DT-01 \| ` Listing a project by its id .+ ` \| failing, known: ` QA-7 ` \|/);
    expect(text).toContain('- ` QA-7 `: 1 test of DT-01, ` qa `, until 2026-12-01');
    expect(text).toContain('- ` Not applied, for version 8.* `');
    expect(text).not.toContain('| DT-02 |');
  });
});
