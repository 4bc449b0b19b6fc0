import type {
  ApiResponse,
  Changes,
  PlanRow,
  ProvidedIssue,
  ProvidedTestCaseTemplate,
  ProvidedTestPlan,
  ProvidedTestProject,
  TestManagementFixtures,
  TestProjectNeeds,
} from '../../../fixtures/index.js';
import { at } from '../../support/at.js';

/** A plan with a case of each of two templates. */
export interface Scene {
  readonly project: ProvidedTestProject;
  readonly template: ProvidedTestCaseTemplate;
  readonly otherTemplate: ProvidedTestCaseTemplate;
  readonly plan: ProvidedTestPlan;
  /** The case of the first template. */
  readonly testCase: ProvidedIssue;
  /** The case of the other template. */
  readonly otherCase: ProvidedIssue;
  /** Runs a call and tells what it did to the plan, its cases and their order. */
  readonly changesBy: <Data>(call: () => Promise<ApiResponse<Data>>) => Promise<Changes<PlanRow, Data>>;
}

/** The fixtures that a scene is made with. */
export type SceneFixtures = Pick<TestManagementFixtures, 'testProjects' | 'testCaseTemplates' | 'testPlans'>;

/** Provides the data that almost every call needs. */
export async function provideScene(
  { testProjects, testCaseTemplates, testPlans }: SceneFixtures,
  needs: TestProjectNeeds = {},
): Promise<Scene> {
  const project = await testProjects.provide(needs);
  const template = await testCaseTemplates.provide(project);
  const otherTemplate = await testCaseTemplates.provide(project);
  const plan = await testPlans.provide(project, { templates: [template, otherTemplate] });
  return {
    project,
    template,
    otherTemplate,
    plan,
    testCase: at(plan.cases, 0),
    otherCase: at(plan.cases, 1),
    changesBy: (call) => testPlans.changesBy(plan, call),
  };
}
