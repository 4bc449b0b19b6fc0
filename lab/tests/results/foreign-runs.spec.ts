import { expect, test } from '@playwright/test';
import { ctrfSchema, readCtrf, readJunit } from '../../../cli/publish/foreign-results.js';

const written = new Date('2026-11-25T08:00:00Z');
const startedAt = '2026-11-24T10:15:30.000Z';

const junit = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="shop tests">
  <testsuite name="shop" timestamp="2026-11-24T10:15:30Z">
    <testcase classname="shop.Cart" name="adds &amp; removes">
      <properties><property name="test case" value="QA-7"/></properties>
      <system-out>Step 1: open the shop</system-out>
    </testcase>
    <testcase classname="shop.Cart" name="pays"><failure message="no">expected 200
but was 500</failure></testcase>
    <testsuite name="inner">
      <testcase name="breaks"><error message="NullPointerException"/></testcase>
      <testcase classname="shop.Cart" name="waits"><skipped message="too slow"/></testcase>
      <testcase classname="shop.Cart" name="tries twice"><flakyFailure message="once"/></testcase>
    </testsuite>
  </testsuite>
</testsuites>`;

test('a JUnit file is the results of one run whenever it is read, without steps from what it printed', () => {
  const { run, tests } = readJunit(junit, written);

  expect(run).toMatchObject({ name: `shop tests, ${startedAt}`, startedAt });
  expect(tests.map(({ name, status, cases, error, reason }) => [name, status, cases, error ?? reason])).toEqual([
    ['shop.Cart › adds & removes', 'passed', ['QA-7'], undefined],
    ['shop.Cart › pays', 'failed', [], 'expected 200\nbut was 500'],
    ['inner › breaks', 'failed', [], 'NullPointerException'],
    ['shop.Cart › waits', 'skipped', [], 'too slow'],
    ['shop.Cart › tries twice', 'flaky', [], undefined],
  ]);
  expect(tests.flatMap(({ steps }) => steps)).toEqual([]);
  expect(readJunit(junit, new Date()).run).toEqual(run);
});

test('a CTRF file has steps, and the cases that labels, annotations and other properties name', () => {
  const titled = { name: 'pays', message: 'refused', filePath: 'shop.py', labels: { 'test case': 'QA-7' } };
  const steps = [
    { name: 'open', status: 'passed' },
    { name: 'pay', status: 'failed' },
    { name: 'leave', status: 'skipped' },
  ];
  const annotations = [{ type: 'test case', description: 'QA-8' }];
  const report = {
    results: {
      tool: { name: 'a runner' },
      summary: { start: Date.parse('2026-11-24T10:15:30Z') },
      environment: { buildUrl: 'https://ci.example.com/9' },
      tests: [
        { ...titled, status: 'failed', steps },
        { name: 'looks', status: 'passed', suite: ['a', 'b'], extra: { annotations } },
        { name: 'leaves', status: 'pending', extra: { testCase: 'QA-7, QA-8' } },
      ],
    },
  };

  const { run, tests } = readCtrf(JSON.stringify(report), ctrfSchema.parse(report), written);

  expect(run).toMatchObject({ startedAt, url: 'https://ci.example.com/9' });
  expect(tests.map(({ name, status, cases }) => [name, status, cases])).toEqual([
    ['shop.py › pays', 'failed', ['QA-7']],
    ['a › b › looks', 'passed', ['QA-8']],
    ['leaves', 'not run', ['QA-7', 'QA-8']],
  ]);
  expect(tests[0]).toMatchObject({
    error: 'refused',
    steps: [
      { title: 'open', status: 'passed' },
      { title: 'pay', status: 'failed', error: 'refused' },
    ],
  });
});
