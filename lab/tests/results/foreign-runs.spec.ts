import { expect } from '@playwright/test';
import { ctrfSchema, readCtrf, readJunit } from '../../../cli/publish/foreign-results.js';
import { casesOf, publishTo, test } from './publish-test.js';

const written = new Date('2026-11-25T08:00:00Z');

const junit = (template: string) => `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="shop tests">
  <testsuite name="shop" timestamp="2026-11-24T10:15:30Z">
    <testcase classname="shop.Cart" name="adds &amp; removes">
      <properties><property name="test case" value="${template}"/></properties>
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

test('a JUnit file is published as the results of a run, once, without steps from what it printed', async ({
  tests,
}) => {
  const template = await tests.template('Open');
  const plan = await tests.planOf(template);
  const results = readJunit(junit(template.key), written);

  const first = await publishTo(tests, results, { plan: plan.key });
  const before = tests.tenant.state();
  const again = await publishTo(tests, readJunit(junit(template.key), new Date()), { plan: plan.key });

  expect(results.run).toMatchObject({
    name: 'shop tests, 2026-11-24T10:15:30.000Z',
    startedAt: '2026-11-24T10:15:30.000Z',
  });
  expect(results.tests.map(({ name, status, cases }) => [name, status, cases])).toEqual([
    ['shop.Cart › adds & removes', 'passed', [template.key]],
    ['shop.Cart › pays', 'failed', []],
    ['inner › breaks', 'failed', []],
    ['shop.Cart › waits', 'skipped', []],
    ['shop.Cart › tries twice', 'flaky', []],
  ]);
  expect(results.tests.map(({ error, reason }) => error ?? reason)).toEqual([
    ...[undefined, 'expected 200\nbut was 500', 'NullPointerException', 'too slow', undefined],
  ]);
  expect(first.cases.map(({ problem }) => problem)).toEqual(first.cases.map(() => undefined));
  const cases = await casesOf(tests, plan);
  expect(cases.map(({ status, steps }) => [status, steps])).toEqual([
    ['Pass', ['Open: Pass']],
    ['Fail', ['pays: Fail']],
    ['Fail', ['breaks: Fail']],
    ['Open', []],
    ['Pass', ['tries twice: Pass']],
  ]);
  expect(again.cases.flatMap(({ changes }) => changes)).toEqual([]);
  expect(tests.tenant.state()).toEqual(before);
});

test('a CTRF file is published with its steps, and the cases that labels, annotations and other properties name', async ({
  plan,
  tests,
}) => {
  const [pay, look] = [await tests.template('open', 'pay'), await tests.template('look')];
  const report = {
    results: {
      tool: { name: 'a runner' },
      summary: { start: Date.parse('2026-11-24T10:15:30Z') },
      environment: { buildUrl: 'https://ci.example.com/9' },
      tests: [
        {
          ...{
            name: 'pays',
            status: 'failed',
            message: 'refused',
            filePath: 'shop.py',
            labels: { 'test case': pay.key },
          },
          steps: [
            { name: 'open', status: 'passed' },
            { name: 'pay', status: 'failed' },
            { name: 'leave', status: 'skipped' },
          ],
        },
        {
          ...{ name: 'looks', status: 'passed', suite: ['a', 'b'] },
          extra: { annotations: [{ type: 'test case', description: look.key }] },
        },
        { name: 'leaves', status: 'pending', extra: { testCase: `${pay.key}, ${look.key}` } },
      ],
    },
  };
  const text = JSON.stringify(report);

  const results = readCtrf(text, ctrfSchema.parse(report), written);
  await publishTo(tests, results, { plan: plan.key });

  expect(results.run).toMatchObject({ startedAt: '2026-11-24T10:15:30.000Z', url: 'https://ci.example.com/9' });
  expect(results.tests.map(({ name, status, cases }) => [name, status, cases])).toEqual([
    ['shop.py › pays', 'failed', [pay.key]],
    ['a › b › looks', 'passed', [look.key]],
    ['leaves', 'not run', [pay.key, look.key]],
  ]);
  const cases = await casesOf(tests, plan);
  expect(cases.map(({ template, status, steps }) => [template, status, steps])).toEqual([
    [pay.key, 'Fail', ['open: Pass', 'pay: Fail']],
    [look.key, 'Pass', ['look: Pass']],
  ]);
  expect(cases[0]?.rows[1]?.comments).toMatchObject([{ body: expect.stringContaining('refused') }]);
});
