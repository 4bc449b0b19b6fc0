import { expect } from '@playwright/test';
import { PROJECT, test } from './tests-test.js';

test('a case is found by its plan, and an active template by its type, status and summary', async ({ open }) => {
  const tests = open();
  const template = await tests.template('Open');
  const plan = await tests.planOf(template);
  const keysOf = async (jql: string) => {
    const { body } = await tests.call('GET', `/rest/api/2/search?jql=${encodeURIComponent(jql)}`);
    return (body as { issues: { key: string }[] }).issues.map(({ key }) => key);
  };

  const active = `project = ${PROJECT} AND status = Active AND type = "Test Case Template" AND summary ~ "Template"`;
  expect(await keysOf(`${active} ORDER BY createdDate DESC`)).toEqual([template.key]);
  expect(await keysOf(`parent = ${plan.key}`)).toHaveLength(1);
  expect(await keysOf(`"TC Template" = ${template.key}`)).toHaveLength(1);
});
