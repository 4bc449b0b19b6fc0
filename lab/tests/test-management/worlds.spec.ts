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

test('a world with test settings is loaded, and refused with wrong ones', () => {
  const testIssueTypes = { testCaseTemplate: 1, testCase: 2, testPlan: 3 };

  expect(() => loadWorld(worldWith(tests))).not.toThrow();
  for (const [world, says] of [
    [worldWith({ ...tests, defaultStatus: 'Gone' }), /no status has this name/],
    [worldWith({ ...tests, columns: [] }), /columns/],
    [worldWith({ ...tests, statuses: [{ ...status, color: 'blue' }] }), /color/],
    [{ ...documentsWorld, testIssueTypes }, /testIssueTypes/],
  ] as const) {
    expect(() => loadWorld(world)).toThrow(says);
  }
});
