import type { Builders } from '../../../builders/index.js';
import type {
  ApiResponse,
  Assumptions,
  Changes,
  PlanRow,
  ProvidedIssue,
  ProvidedTestCaseTemplate,
  ProvidedTestPlan,
  ProvidedTestProject,
  StepsRow,
  TestFixtures,
  TestManagementFixtures,
  TestProjectNeeds,
} from '../../../fixtures/index.js';
import { at } from '../../support/values.js';
import { templateKeysOf } from './issues.js';
import { requirementOf } from './requirements.js';
import { test as base } from '../../../fixtures/index.js';
import { planCopier } from './copies.js';
import type { CopyPlan } from './copies.js';
import { skipUnlessShown } from './shown-parts.js';
import type { ExecutionPart } from './shown-parts.js';

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
async function provideScene(
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
async function provideFilledTests(fixtures: FillingFixtures): Promise<FilledTests> {
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

/** `test` with a scene, a plan with a case of each of two templates. */
export const test = base.extend<{
  scene: Scene;
  /** A template and a case with a value in every field. */
  filled: FilledTests;
  /** Skips the test unless steps are read back with these parts, so that it can see what becomes of them. */
  needsShown: (...parts: readonly ExecutionPart[]) => Promise<void>;
  /** Copies a plan, and finds the copies. */
  copyPlan: CopyPlan;
}>({
  scene: [
    async ({ testProjects, testCaseTemplates, testPlans }, use) => {
      await use(await provideScene({ testProjects, testCaseTemplates, testPlans }));
    },
    { box: 'self' },
  ],
  filled: [
    async ({ testProjects, testCaseTemplates, testPlans, issues, tracker, build, assumptions }, use) => {
      const fixtures = { testProjects, testCaseTemplates, testPlans, issues, tracker, build, assumptions };
      await use(await provideFilledTests(fixtures));
    },
    { box: 'self' },
  ],
  needsShown: [
    ({ tracker, stepsTables, scene, testManagement, testCaseTemplates, testPlans }, use) =>
      use((...parts) =>
        skipUnlessShown(parts, { tracker, stepsTables, testManagement, testCaseTemplates, testPlans, ...scene }),
      ),
    { box: true },
  ],
  copyPlan: [
    ({ issues, tracker, assumptions, testManagement, testPlans }, use) =>
      use(planCopier({ issues, tracker, assumptions, testManagement, testPlans })),
    { box: true },
  ],
});
