import { expect } from '@playwright/test';
import { test } from './installed-package.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 90_000 });

/** A reporter that prints the locations of the steps of calls. */
const reporter = `import { basename } from 'node:path';
export default class {
  onStepEnd(test, result, { category, title, location }) {
    if (category !== 'test.step') return;
    console.log('step ' + title.split(' ')[0] + ' at ' + basename(location?.file ?? '') + ':' + location?.line);
  }
}
`;

const spec = `import { test } from 'tracker-e2e';
import { askTwice } from './asks.js';
test('asks', async ({ issues, defaultTemplates, projects, entries }) => {
  await issues.getServerInfo();
  const project = await projects.provide();
  await askTwice(issues);
  await Promise.all([defaultTemplates.listByProject({ projectIdOrKey: project.key })]);
  await test.step('asks as part of a step', () => issues.getServerInfo());
});
`;

const helper = `export async function askTwice(issues) {
  await issues.getServerInfo();
  return issues.getServerInfo();
}
`;

for (const type of ['module', 'commonjs']) {
  test(`a call, of set-up too, is shown where a spec makes it, as ${type}`, async ({ consumer }) => {
    consumer.write({
      'package.json': JSON.stringify({ type }),
      'steps.mjs': reporter,
      'a.spec.ts': spec,
      'asks.ts': helper.replace('issues', 'issues: { getServerInfo(): Promise<unknown> }'),
    });

    const { code, output } = await consumer.playwright(['--reporter=./steps.mjs']);

    expect(output.split('\n').filter((line) => line.startsWith('step '))).toEqual([
      'step GET at a.spec.ts:4',
      'step Set-up: at a.spec.ts:5',
      'step GET at asks.ts:2',
      'step GET at asks.ts:3',
      'step GET at a.spec.ts:7',
      'step GET at a.spec.ts:8',
      'step asks at a.spec.ts:8',
    ]);
    expect(code).toBe(0);
  });
}
