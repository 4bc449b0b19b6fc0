import type { Builders } from '../../../builders/index.js';
import type {
  Assumptions,
  ProvidedIssue,
  ProvidedTestPlan,
  ProvidedTestProject,
  StepsRow,
  TestFixtures,
} from '../../../fixtures/index.js';
import { requirementOf } from './requirements.js';
import type { SceneFixtures } from './scene.js';

/** A test case template or a test case that has a value in every field of test management, and a description. */
export interface FilledIssue extends Pick<ProvidedIssue, 'key'> {
  readonly rows: readonly StepsRow[];
  /** By the id of the field. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A template and a case of it. All their values differ. */
export interface FilledTests {
  readonly project: ProvidedTestProject;
  readonly plan: ProvidedTestPlan;
  readonly template: FilledIssue;
  readonly testCase: FilledIssue;
}

/** The fixtures that {@link provideFilledTests} needs. */
export interface FillingFixtures extends SceneFixtures, Pick<TestFixtures, 'issues' | 'tracker'> {
  readonly build: Builders;
  readonly assumptions: Assumptions;
}

/** Provides a template and a case with a value in every field. */
export async function provideFilledTests(fixtures: FillingFixtures): Promise<FilledTests> {
  const { testProjects, testCaseTemplates, testPlans, issues, build } = fixtures;
  const project = await testProjects.provide({ preconditions: true });
  const plan = await testPlans.provide(project);
  const required = [await testCaseTemplates.provide(project), await testCaseTemplates.provide(project)] as const;
  const fill = async (kind: 'template' | 'case', of: typeof build.testCase, requirement: ProvidedIssue) => {
    const rows = build.steps.for(project).group().steps(2).build();
    const values = {
      description: `What the ${kind} is for.`,
      [project.fields.preconditions]: `Before the ${kind}.\nLogged in.`,
      [project.fields.requirement]: await requirementOf([requirement], project, fixtures),
    };
    const { data } = await issues.createIssue({ body: of.in(project).withSteps(rows).withFields(values).build() });
    return { key: data.key, rows, values };
  };
  const template = await fill('template', build.testCaseTemplate, required[0]);
  const testCase = await fill('case', build.testCase.of(plan).fromTemplate(template), required[1]);
  return { project, plan, template, testCase };
}
