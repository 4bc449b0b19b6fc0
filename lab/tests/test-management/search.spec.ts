import { expect } from '@playwright/test';
import { PROJECT, test } from './tests-test.js';
import type { TestsTenant } from './tests-test.js';

test('a case is found by its plan, and an active template by its type, status and summary', async ({ open }) => {
  const tests = open();
  const template = await tests.template('Open');
  const plan = await tests.planOf(template);

  const active = `project = ${PROJECT} AND status = Active AND type = "Test Case Template" AND summary ~ "Template"`;
  expect(await keysOf(tests, `${active} ORDER BY createdDate DESC`)).toEqual([template.key]);
  expect(await keysOf(tests, `parent = ${plan.key}`)).toHaveLength(1);
  expect(await keysOf(tests, `"TC Template" = ${template.key}`)).toHaveLength(1);
  expect(await keysOf(tests, `"TC Template" ~ "${template.key}"`)).toHaveLength(1);
  expect(await keysOf(tests, `"TC Template" ~ "${plan.key}"`)).toEqual([]);
});

test('templates are found in the order of the issues that they require', async ({ open }) => {
  const tests = open();
  const required = await tests.template('Open');
  const template = await tests.create('Test Case Template', { customfield_10104: [required.key] });

  expect(await keysOf(tests, 'Requirement IS NOT EMPTY ORDER BY Requirement')).toEqual([template.key]);
});

test('an issue is found by a word of its steps', async ({ open }) => {
  const tests = open();
  const [template] = [await tests.template('Open', 'Unplug the teapot'), await tests.template('Close')];

  expect(await keysOf(tests, 'Steps ~ teapot')).toEqual([template.key]);
});

/** The keys of the issues that a query finds. */
async function keysOf(tests: TestsTenant, jql: string): Promise<string[]> {
  const { body } = await tests.call('GET', `/rest/api/2/search?jql=${encodeURIComponent(jql)}`);
  return (body as { issues: { key: string }[] }).issues.map(({ key }) => key);
}
