import type { ProvidedIssue, ProvidedTestPlan, ProvidedTestProject } from '../../../fixtures/index.js';
import type { SceneFixtures } from './scene.js';

/** More cases than a page of any usual size has: 10, 20, 25, 50 or 100. */
const LENGTH = 101;

/** A plan with more cases than fit on a page, each of a template of its own. */
export interface LongPlan {
  readonly project: ProvidedTestProject;
  readonly templates: readonly ProvidedIssue[];
  readonly plan: ProvidedTestPlan;
}

/** Provides a plan with more cases than fit on a page. */
export async function provideLongPlan({
  testProjects,
  testCaseTemplates,
  testPlans,
}: SceneFixtures): Promise<LongPlan> {
  const project = await testProjects.provide();
  const templates = await testCaseTemplates.provideMany(project, LENGTH);
  return { project, templates, plan: await testPlans.provide(project, templates) };
}
