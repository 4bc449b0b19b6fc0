import { expect as playwrightExpect, mergeExpects, mergeTests, test as playwrightTest } from '@playwright/test';
import { covers, expect as trackerExpect, test as trackerTest } from 'tracker-e2e';

const ownTest = playwrightTest.extend<{ team: string; greeting: string }>({
  team: ['door', { option: true }],
  greeting: ({ team }, use) => use(`Hello, ${team} team`),
});

const ownExpect = playwrightExpect.extend({
  toGreet: (text: string, whom: string) => ({
    pass: text === `Hello, ${whom}`,
    message: () => `"${text}" does not greet ${whom}.`,
  }),
});

const test = mergeTests(trackerTest, ownTest);
const expect = mergeExpects(trackerExpect, ownExpect);

test.use({ team: 'lock' });

test('both have their fixtures and matchers', covers('DT-01'), async ({ defaultTemplates, projects, greeting }) => {
  const project = await projects.provide();

  const response = await defaultTemplates.listByProject({ projectIdOrKey: project.key });

  expect(response).toHoldEntries([]);
  expect(greeting).toGreet('lock team');
});
