import { closeSync, mkdirSync, openSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { validate } from 'ctrf';
import type { JudgedMatrix } from '../../../contracts/report/matrix.js';
import { ctrfReport } from '../../../reports/ci/ctrf-report.js';
import { extendJunit } from '../../../reports/ci/extend-junit.js';
import { annotationLine } from '../../../fixtures/reporting/print.js';
import { codeQualityReport, metricsReport, writeCiReports } from '../../../reports/ci/write-ci-reports.js';
import { failuresMarkdown, summaryMarkdown } from '../../../reports/ci/markdown.js';
import { runProblems } from '../../../reports/ci/run-problems.js';
import { judge } from '../../../reports/gate.js';
import { renderText } from '../../../reports/matrix/render-text.js';
import { writeMatrix } from '../../../reports/matrix/write-matrix.js';
import { demandedRules, judgedMatrix, sampleTest } from './sample-run.js';

const configFile = 'playwright.config.ts';
const most = sampleTest({ rules: demandedRules.slice(0, -1), line: 7 });
const last = demandedRules.at(-1) as string;
const call = { caller: 'admin', method: 'GET', path: '/rest/x', status: 200, durationMs: 1 };
const broken = sampleTest({
  ...{ title: 'breaks `x`', status: 'failed', rules: ['DT-01'], line: 9, error: 'answered 500\n@all' },
  exchanges: { earlier: 0, kept: [call], endpoints: [] },
});
const differs = sampleTest({ rules: ['DT-N05'], observations: [{ rule: 'DT-N05', expected: 409, observed: 200 }] });

const passed = judgedMatrix([sampleTest({ rules: demandedRules })]);
const unverified = judgedMatrix([most, sampleTest({ rules: [last], status: 'skipped', line: 12 })]);
const failed = judgedMatrix([sampleTest({ rules: demandedRules.slice(1) }), broken]);
const shardMissing = judgedMatrix([most], { errors: ['Shard 3 of 4 is missing: it left no blob report.'] });

/** The same, judged by a gate that fails if an open question is answered otherwise. */
function strict(matrix: JudgedMatrix): JudgedMatrix {
  return { ...matrix, verdict: judge(matrix, { rules: 'selected', differs: 'fails', flaky: 'fails' }) };
}

test('each reason of a verdict is a problem with a place in a source', () => {
  const problem = { kind: 'fixed', about: 'DT-01', ticket: 'QA-7', text: 'it is fixed.', tests: [] } as const;
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
    expect.soft(found.map(({ kind, title, line }) => [kind, title, line])).toEqual(problems);
  }
  expect(runProblems(outdated, configFile)[0]?.file).toBe(resolve('known.json'));
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
  const summary = { tests: 6, passed: 2, failed: 1, skipped: 1, pending: 1, other: 1, flaky: 1 };
  const row = { name: 'breaks `x`', status: 'failed', message: 'answered 500\n@all', line: 9, tags: ['DT-01'] };
  expect(reports[3]).toMatchObject({
    results: { summary, tests: [{}, row, { flaky: true }, { message: 'no desk', rawStatus: 'not available' }, {}, {}] },
  });
});

test('GitHub marks the sources for each reason, and a failure says Error: once, as GitHub puts it before each', () => {
  const [shard, rule, ...more] = runProblems(shardMissing, configFile).map(annotationLine);
  const plain = judgedMatrix([sampleTest({ status: 'failed', error: 'Error: answered 500' })]);

  expect(shard).toBe(
    '::error file=playwright.config.ts,line=1,title=tests failed::Shard 3 of 4 is missing: it left no blob report.',
  );
  expect(rule).toContain(`,title=${last} is not verified::${last} `);
  expect(rule).toContain('%0Ano test covers it');
  expect(more).toEqual([]);
  const marks = (matrix: JudgedMatrix) => runProblems(matrix, configFile).map(annotationLine)[0];
  expect(marks(failed)).toMatch(/^::error file=specs\/[\w.-]+,line=\d+,title=/);
  expect(marks(plain)).toMatch(/::answered 500$/);
});

test('what a problem says can break neither the XML of JUnit nor the line that GitHub reads', () => {
  const problem = {
    ...{ kind: 'rule' as const, id: 'DT-01', rules: ['DT-01'], file: 'specs/a,b:c.spec.ts', line: 7 },
    title: 'DT-01 <lists> "all", 100%: a & b',
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

  test('has failures only, mentions nobody, and is one line if the run passed', () => {
    expect(markdownOf(failed).split('\n')).toEqual([
      '**❌ tracker-e2e: tests failed** on ` fake (isolated, seed 1) `, 1 passed, 1 failed, 0 skipped',
      '',
      '### DT-01',
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
  });

  test('shows marks that reorder text, and control characters, as escapes', () => {
    const error = 'Error: \u001b[2J\u2066z';
    const matrix = judgedMatrix([sampleTest({ title: 'x\u202ey', status: 'failed', error })]);

    const text = markdownOf(matrix);

    expect(text).toContain(String.raw`### ${'`'} x\u202ey ${'`'}`);
    expect(text).toContain(String.raw`\u001b[2J\u2066z`);
    expect(renderText(matrix) + text).not.toMatch(/[\u001b\u202e\u2066]/);
  });

  test('shows the failure of a rule that is easiest to read, and where else it fails, the likeliest rule first', () => {
    const long = sampleTest({ ...broken, id: 'long', error: `${'x'.repeat(50)}\ny`, line: 12 });
    const cut = sampleTest({
      ...broken,
      id: 'cut',
      error: 'DT-01 … in sequence, GET /x',
      rules: ['DT-01', 'DT-02'],
      line: 13,
    });
    const other = sampleTest({ id: 'other', rules: ['DT-03'], status: 'failed', error: 'other' });
    const passing = sampleTest({ id: 'passing', rules: ['DT-03'] });

    const text = markdownOf(judgedMatrix([other, passing, cut, long, broken]));

    const places = ['12', '13'].map((line) => `\` specs/sample.spec.ts:${line} \``).join(', ');
    expect(text).toContain(`\`\`\`text\nanswered 500\n@all\n\`\`\`\n\nFailed too: 2 tests at ${places}\n\n### DT-03\n`);
    expect(text).not.toMatch(/xxx|sequence/);
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

test('GitLab has each problem with its place, the same fingerprint in two runs, and numbers to compare', () => {
  const report = codeQualityReport(runProblems(failed, configFile));
  const lines = metricsReport(unverified).split('\n');

  expect((JSON.parse(report) as object[])[0]).toEqual({
    ...{ description: 'breaks `x`: answered 500', check_name: 'tracker-e2e test', severity: 'critical' },
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    location: { path: 'specs/sample.spec.ts', lines: { begin: 9 } },
  });
  expect(codeQualityReport(runProblems(failed, configFile))).toBe(report);
  expect(codeQualityReport([])).toBe('[]\n');
  expect(lines).toContain('tracker_e2e_tests{status="passed"} 1');
  expect(lines).toContain('tracker_e2e_tests{status="known failure"} 0');
  expect(lines).toContain('tracker_e2e_rules{state="verified"} 40');
  expect(lines).toContain('tracker_e2e_duration_seconds 12.3');
  expect(lines.at(-2)).toBe('# EOF');
});

test.describe('JUnit', () => {
  const xml =
    '<testsuites id="" name="" tests="2" failures="0" skipped="0" errors="0" time="1">\n<testsuite name="a"><testcase name="t">\n' +
    '<properties>\n<property name="rule" value="DT-01 Listing (default-template.md, Endpoints)">\n</property>\n</properties>\n' +
    '</testcase></testsuite>\n</testsuites>';

  test('has missing shards and unverified rules as failures, and nothing of a run that passed but the ids of rules', () => {
    const text = extendJunit(xml, runProblems(shardMissing, configFile));

    expect(text).toContain('<testsuites id="" name="" tests="4" failures="2"');
    expect(text).toContain('<testsuite name="rule matrix" tests="2" failures="2"');
    expect(text).toContain('<testcase name="Shard 3 of 4 is missing: it left no blob report." classname="run"');
    expect(text).toContain(`<property name="rule_id" value="${last}"/>`);
    expect(text.trimEnd()).toMatch(/<\/testsuite>\n<\/testsuites>$/);
    const withId = xml.replace('<property ', '<property name="rule_id" value="DT-01">\n</property>\n<property ');
    expect(extendJunit(xml, [])).toBe(withId);
  });

  test('counts what fails as is known as skipped, with its ticket', () => {
    const failed = xml
      .replaceAll('failures="0"', 'failures="2"')
      .replace('<testsuite name="a">', '<testsuite name="a" failures="2" skipped="0">')
      .replace(
        '</properties>',
        '<property name="known failure" value="QA-7"></property>\n</properties>\n<failure message="x">' +
          '\n<![CDATA[x]]>\n</failure>',
      )
      .replace(
        '</testcase></testsuite>',
        '</testcase><testcase name="u"><failure message="y">y</failure></testcase></testsuite>',
      );

    const text = extendJunit(failed, []);

    expect(text).toContain('<testsuites id="" name="" tests="2" failures="1" skipped="1"');
    expect(text).toContain('<testsuite name="a" failures="1" skipped="1">');
    expect(text.match(/<failure message="."/g)).toEqual(['<failure message="y"']);
    expect(text).toContain('<skipped message="known failure: QA-7"/>');
  });
});

test('what is asked for is written, with paths from the folder of the configuration', async ({}, testInfo) => {
  const directory = testInfo.outputPath('suite');
  const outputDir = join(directory, 'out');
  mkdirSync(outputDir, { recursive: true });
  writeFileSync(join(outputDir, 'junit.xml'), '<testsuites tests="1" failures="0">\n</testsuites>\n');

  const places = { outputDir, directory, configFile: undefined };
  const lines = await writeCiReports(unverified, ['junit', 'gitlab', 'markdown', 'ctrf'], places);

  const read = (file: string) => readFileSync(join(outputDir, file), 'utf8');
  expect(lines).toEqual([]);
  expect(read('junit.xml')).toContain('tests="2" failures="1"');
  expect(read('gl-code-quality.json')).toContain('suite/specs/sample.spec.ts"');
  expect(read('metrics.txt')).toContain('tracker_e2e_rules');
  expect(read('failures.md')).toContain('rules unverified');
  expect(read('ctrf.json')).toContain('suite/specs/sample.spec.ts"');
});

test('who reads a report while another run writes it reads the whole report of one run', async ({}, testInfo) => {
  const outputDir = testInfo.outputPath('out');
  const write = async (matrix: JudgedMatrix, name: string) => {
    writeMatrix(matrix, outputDir);
    const junitFile = join(outputDir, name);
    writeFileSync(junitFile, `<testsuites tests="1" failures="0" name="${name}">\n</testsuites>\n`);
    const places = { outputDir, directory: outputDir, configFile: undefined, junitFile };
    await writeCiReports(matrix, ['junit', 'gitlab', 'markdown'], places);
  };

  await write(failed, 'junit-of-one');
  const names = readdirSync(outputDir).sort();
  const before = names.map((name) => readFileSync(join(outputDir, name), 'utf8'));
  const readers = names.map((name) => openSync(join(outputDir, name), 'r'));
  await write(passed, 'junit-of-other');
  const read = readers.map((reader) => readFileSync(reader, 'utf8'));
  for (const reader of readers) closeSync(reader);

  const matrixFiles = ['rules.html', 'rules.json', 'rules.txt'];
  expect(names).toEqual(['failures.md', 'gl-code-quality.json', 'junit.xml', 'metrics.txt', ...matrixFiles]);
  expect(names.filter((_, index) => read[index] !== before[index])).toEqual([]);
  expect(readdirSync(outputDir).sort()).toEqual(names);
  expect(names.filter((name, index) => readFileSync(join(outputDir, name), 'utf8') === before[index])).toEqual([]);
  expect(readFileSync(join(outputDir, 'junit.xml'), 'utf8')).toContain('name="junit-of-other"');
});
