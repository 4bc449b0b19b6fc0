import { expect, test } from '@playwright/test';
import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { loadWorld } from '../../../fake/state/load-world.js';

const status = { id: 1, name: 'Planned', color: '#336699' };
const tests = { columns: ['Do', 'See'], statuses: [status], defaultStatus: 'Planned' };

/** The bundled world with these test settings in each of its projects. */
function worldWith(settings: object): WorldInput {
  const projects = documentsWorld.projects.map((project) => ({ ...project, tests: settings }));
  return { ...documentsWorld, projects: projects as WorldInput['projects'] };
}

test.describe('a world with test settings', () => {
  test('is loaded', () => {
    expect(() => loadWorld(worldWith(tests))).not.toThrow();
  });

  test('is refused with a default status that no status has', () => {
    expect(() => loadWorld(worldWith({ ...tests, defaultStatus: 'Gone' }))).toThrow(/no status has this name/);
  });

  test('is refused without columns', () => {
    expect(() => loadWorld(worldWith({ ...tests, columns: [] }))).toThrow(/columns/);
  });

  test('is refused with a colour that is none', () => {
    expect(() => loadWorld(worldWith({ ...tests, statuses: [{ ...status, color: 'blue' }] }))).toThrow(/color/);
  });

  test('is refused with an issue type of tests that is not there', () => {
    const testIssueTypes = { testCaseTemplate: 1, testCase: 2, testPlan: 3 };

    expect(() => loadWorld({ ...documentsWorld, testIssueTypes })).toThrow(/testIssueTypes/);
  });
});
