import type {
  ApiResponse,
  Changes,
  PlanNeeds,
  PlanRow,
  ProvidedIssue,
  ProvidedPlanFor,
  ProvidedTestCaseTemplate,
  ProvidedTestManagementProject,
  SeenStepsRow,
  StepsRow,
  TestFixtures,
  TestManagementProjectNeeds,
} from '../../../fixtures/index.js';
import { test as base } from '../../../fixtures/index.js';
import { at } from '../../support/values.js';
import { planCopier } from './copies.js';
import type { CopyPlan } from './copies.js';
import { requirementsOf } from './requirements.js';
import type { Requirements } from './requirements.js';
import { stepsIn } from './rows.js';
import { shownParts, skipUnlessShown } from './shown-parts.js';
import type { ExecutionPart } from './shown-parts.js';

type StepChanges = Awaited<ReturnType<TestFixtures['stepsTables']['changesBy']>>;

export interface Scene {
  readonly project: ProvidedTestManagementProject;
  readonly template: ProvidedTestCaseTemplate;
  readonly otherTemplate: ProvidedTestCaseTemplate;
  readonly plan: ProvidedPlanFor<PlanNeeds>;
  readonly testCase: ProvidedIssue;
  readonly otherCase: ProvidedIssue;
  /** Runs a call and tells what it did to the plan, its cases and their order. */
  readonly changesBy: <Data>(call: () => Promise<ApiResponse<Data>>) => Promise<Changes<PlanRow, Data>>;
  /** Runs a call and tells what it did to the Steps of the case, or of another issue. */
  readonly stepChangesBy: (call: () => Promise<ApiResponse>, issue?: ProvidedIssue) => Promise<StepChanges>;
  readonly stepsOf: (issue: Pick<ProvidedIssue, 'key'>) => Promise<SeenStepsRow[]>;
  readonly stepAt: (rowIndex: number) => Promise<SeenStepsRow>;
}

type Making = Pick<TestFixtures, 'testManagementProjects' | 'testCaseTemplates' | 'testPlans'>;

/** A plan whose cases are of the third, the first, again the third and the second of its templates. */
export type OrderedPlan = Awaited<ReturnType<typeof provideOrderedPlan>>;

async function provideOrderedPlan({ testManagementProjects, testCaseTemplates, testPlans }: Making) {
  const project = await testManagementProjects.provide();
  const first = await testCaseTemplates.provide(project);
  const second = await testCaseTemplates.provide(project);
  const third = await testCaseTemplates.provide(project);
  const plan = await testPlans.provide(project, { templates: [third, first, third, second] });
  return { project, templates: [first, second, third] as const, plan };
}

/** A test case template or a test case that has a value in every field of test management, and a description. */
export interface FilledIssue extends ProvidedIssue {
  readonly rows: readonly StepsRow[];
  /** By the id of the field. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** A template and a case of it. All their values differ. */
interface FilledTests {
  readonly project: ProvidedTestManagementProject;
  readonly plan: ProvidedPlanFor<PlanNeeds>;
  readonly template: FilledIssue;
  readonly testCase: FilledIssue;
}

export interface SceneFixtures {
  /** What the test needs of the project of its scene. */
  sceneProject: TestManagementProjectNeeds;
  scene: Scene;
  /** A plan with one template twice. Its cases are in another order than its templates. */
  orderedPlan: OrderedPlan;
  filled: FilledTests;
  /** Values of Requirement fields, in the form that the tracker takes. */
  requirements: Requirements;
  shownOf: (project: ProvidedTestManagementProject, testCase: ProvidedIssue) => Promise<ReadonlySet<ExecutionPart>>;
  /** Skips the test unless steps are read back with these parts, so that it can see what becomes of them. */
  needsShown: (...parts: readonly ExecutionPart[]) => Promise<void>;
  copyPlan: CopyPlan;
  /** The API under its previous URL pattern. */
  previousApi: TestFixtures['testManagement'];
}

export const test = base.extend<SceneFixtures>({
  sceneProject: [{}, { option: true }],
  scene: [
    async ({ sceneProject, testManagementProjects, testCaseTemplates, testPlans, stepsTables }, use) => {
      const project = await testManagementProjects.provide(sceneProject);
      const template = await testCaseTemplates.provide(project);
      const otherTemplate = await testCaseTemplates.provide(project);
      const plan = await testPlans.provide(project, { templates: [template, otherTemplate] });
      const [testCase, otherCase] = [at(plan.cases, 0), at(plan.cases, 1)];
      await use({
        project,
        template,
        otherTemplate,
        plan,
        testCase,
        otherCase,
        changesBy: (call) => testPlans.changesBy(plan, call),
        stepChangesBy: (call, issue = testCase) => stepsTables.changesBy(project, issue, call),
        stepsOf: (issue) => stepsTables.of(project, issue),
        stepAt: async (rowIndex) => at(stepsIn(await stepsTables.of(project, testCase)), rowIndex),
      });
    },
    { box: 'self' },
  ],

  orderedPlan: [
    async ({ testManagementProjects, testCaseTemplates, testPlans }, use) =>
      use(await provideOrderedPlan({ testManagementProjects, testCaseTemplates, testPlans })),
    { box: 'self' },
  ],

  filled: [
    async ({ testManagementProjects, testCaseTemplates, testPlans, trackerApi, build, requirements }, use) => {
      const project = await testManagementProjects.provide({ preconditions: true });
      const plan = await testPlans.provide(project);
      const fill = async (kind: 'template' | 'case', of: typeof build.testCase, requirement: ProvidedIssue) => {
        const rows = build.steps.for(project).group().steps(2).build();
        const values = {
          description: `What the ${kind} is for.`,
          [project.fields.preconditions]: `Before the ${kind}.\nLogged in.`,
          [project.fields.requirement]: await requirements.valueFor(project, [requirement]),
        };
        const { data } = await trackerApi.createIssue({
          body: of.in(project).withSteps(rows).withFields(values).build(),
        });
        return { id: Number(data.id), key: data.key, rows, values };
      };
      const required = [await testCaseTemplates.provide(project), await testCaseTemplates.provide(project)] as const;
      const template = await fill('template', build.testCaseTemplate, required[0]);
      const testCase = await fill('case', build.testCase.of(plan).fromTemplate(template), required[1]);
      await use({ project, plan, template, testCase });
    },
    { box: 'self' },
  ],

  requirements: [
    ({ trackerApi, tracker, assumptions, build }, use) =>
      use(requirementsOf({ trackerApi, tracker, assumptions, build })),
    { box: true },
  ],

  shownOf: [
    ({ tracker, build, stepsTables, testManagement, testCaseTemplates, testPlans }, use) => {
      const fixtures = { tracker, build, stepsTables, testManagement, testCaseTemplates, testPlans };
      return use((project, testCase) => shownParts({ ...fixtures, project, testCase }));
    },
    { box: true },
  ],

  needsShown: [
    ({ shownOf, scene: { project, testCase } }, use) =>
      use(async (...parts) => {
        if (parts.length > 0) skipUnlessShown(parts, await shownOf(project, testCase));
      }),
    { box: true },
  ],

  copyPlan: [
    ({ trackerApi, tracker, assumptions, testManagement, testPlans }, use) =>
      use(planCopier({ trackerApi, tracker, assumptions, testManagement, testPlans })),
    { box: true },
  ],

  previousApi: [({ previousTestManagement }, use) => use(previousTestManagement()), { box: true }],
});
