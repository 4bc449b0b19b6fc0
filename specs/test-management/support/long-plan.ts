import type { ProvidedIssue, ProvidedTestPlan, ProvidedTestProject, TestFixtures } from '../../../fixtures/index.js';
import { templateKeysOf } from './read-issue.js';
import type { SceneFixtures } from './scene.js';

/** More cases than a page of any usual size has: 10, 20, 25, 50 or 100. */
const LENGTH = 101;

/** A plan with more cases than fit on a page, each of a template of its own. */
export interface LongPlan {
  readonly project: ProvidedTestProject;
  /** In the order of the cases, which is open if one call adds several. */
  readonly templates: readonly ProvidedIssue[];
  readonly plan: ProvidedTestPlan;
}

/** Provides a plan with more cases than fit on a page. */
export async function provideLongPlan({
  issues,
  testProjects,
  testCaseTemplates,
  testPlans,
}: SceneFixtures & Pick<TestFixtures, 'issues'>): Promise<LongPlan> {
  const project = await testProjects.provide();
  const made = await testCaseTemplates.provideMany(project, LENGTH);
  const plan = await testPlans.provide(project, { templates: made });
  const order = await templateKeysOf(issues, project, plan.cases);
  const templates = [...made].sort((left, right) => order.indexOf(left.key) - order.indexOf(right.key));
  return { project, templates, plan };
}
