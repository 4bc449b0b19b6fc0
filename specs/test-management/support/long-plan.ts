import type { Builders } from '../../../builders/index.js';
import type { ProvidedIssue, ProvidedTestPlan, ProvidedTestProject, TestFixtures } from '../../../fixtures/index.js';
import type { SceneFixtures } from './scene.js';

/** More cases than a page of any usual size has: 10, 20, 25, 50 or 100. */
const LENGTH = 101;
/** So many issues a tracker takes in one call. */
const AT_ONCE = 50;

/** A plan with more cases than fit on a page, each of a template of its own. */
export interface LongPlan {
  readonly project: ProvidedTestProject;
  readonly templates: readonly ProvidedIssue[];
  readonly plan: ProvidedTestPlan;
}

/** Provides a plan with more cases than fit on a page. */
export async function provideLongPlan({
  testProjects,
  testPlans,
  issues,
  build,
}: Omit<SceneFixtures, 'testCaseTemplates'> &
  Pick<TestFixtures, 'issues'> & { readonly build: Builders }): Promise<LongPlan> {
  const project = await testProjects.provide();
  const templates: ProvidedIssue[] = [];
  for (let made = 0; made < LENGTH; made += AT_ONCE) {
    const count = Math.min(AT_ONCE, LENGTH - made);
    const issueUpdates = Array.from({ length: count }, () => build.testCaseTemplate.in(project).build());
    const { data } = await issues.bulkCreateIssues({ body: { issueUpdates } });
    templates.push(...data.issues.map(({ id, key }) => ({ id: Number(id), key })));
  }
  return { project, templates, plan: await testPlans.provide(project, templates) };
}
