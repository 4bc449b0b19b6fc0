import type { ProvidedTestCaseTemplate, ProvidedTestPlan, ProvidedTestProject } from '../../../fixtures/index.js';
import type { SceneFixtures } from './scene.js';

/** A plan whose cases are of the third, the first, again the third and the second of its templates. */
export interface OrderedPlan {
  readonly project: ProvidedTestProject;
  readonly templates: readonly [ProvidedTestCaseTemplate, ProvidedTestCaseTemplate, ProvidedTestCaseTemplate];
  readonly plan: ProvidedTestPlan;
}

/** Provides a plan with one template twice. Its cases are in another order than its templates. */
export async function provideOrderedPlan(fixtures: SceneFixtures): Promise<OrderedPlan> {
  const { testProjects, testCaseTemplates, testPlans } = fixtures;
  const project = await testProjects.provide();
  const first = await testCaseTemplates.provide(project);
  const second = await testCaseTemplates.provide(project);
  const third = await testCaseTemplates.provide(project);
  const plan = await testPlans.provide(project, { templates: [third, first, third, second] });
  return { project, templates: [first, second, third], plan };
}
