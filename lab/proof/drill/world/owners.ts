import { withAssumptions } from '../../../../contracts/index.js';
import type { AssumptionOverrides } from '../../../../contracts/index.js';
import type { SandboxSettings } from '../../../../fixtures/settings/sandbox.js';
import { randomOf } from '../../random.js';
import { catalogueOf, testCatalogueOf } from './catalogue.js';
import { contextOf } from './context.js';
import type { Row } from './context.js';
import { directoriesOf, peopleOf, sandboxConnection } from './people.js';
import { issuesOf, projectsOf, sandboxTests, templateOf, testIssuesOf, testProjectOf } from './projects.js';
import type { Project, Template } from './projects.js';

/** The parts that the rest of the world refers to. */
export type Parts = ReturnType<typeof partsOf>;

/** Makes the parts that the rest of the world refers to. */
export function partsOf(seed: number, answers: AssumptionOverrides) {
  const context = contextOf(randomOf(seed));
  const people = peopleOf(context);
  const catalogue = catalogueOf(context);
  return {
    context,
    people,
    catalogue,
    tests: testCatalogueOf(context, withAssumptions(answers)),
    directories: directoriesOf(context, people),
    project: projectsOf(context, catalogue),
    templates: (count: number) => Array.from({ length: count }, () => templateOf(context, catalogue)),
  };
}

/** The data that belongs neither to the suite nor to the background user. It stays unchanged during a run. */
export function preExistingDataOf({ context, people, catalogue, tests, project, templates }: Parts) {
  const lead = people.administrator.key;
  const projects = [0, 3, 0, 2, 0, 0, 4, 0, 0, 0, 1, 0].map((requestTypes) =>
    project({ lead, requestTypes, workflow: context.random.pick(['plain', 'overwrite']) }),
  );
  // A name that begins as the harness's own projects are named.
  const lookalike = { ...project({ lead }), key: 'EQUIPA0001', name: 'tracker-e2e (formação interna)' };
  const testProject = testProjectOf(context, tests, { key: 'RECECAO', kind: 'works', lead });
  const { templates: testTemplates, plan, cases } = testIssuesOf(context, tests, testProject, lead);
  const made = templates(6);
  const all = [...projects, lookalike];
  return {
    projects: [...all, testProject],
    templates: made,
    entries: all.flatMap((one) => entriesOf(context.id, one, context.random.pick(made))),
    issues: [...all.flatMap((one) => issuesOf(context, catalogue, people, one)), ...testTemplates, plan, ...cases],
  };
}

/** Default template entries for two issue types of a project, and for each of its request types. */
function entriesOf(id: () => number, project: Project, { id: templateId }: Template): Row<'entries'>[] {
  const types = [
    ...project.issueTypeIds.slice(0, 2).map((issueTypeId) => ({ issueTypeId })),
    ...project.requestTypes.map((requestType) => ({ requestTypeId: requestType.id })),
  ];
  return types.map((type) => ({ id: id(), templateId, projectId: project.id, ...type }));
}

/** The data of a background user, who works in the tracker during a run. Only the background user changes it. */
export interface BackgroundUserPlan {
  readonly login: { readonly username: string; readonly password: string };
  /** Projects, with an issue type of each and the request types of a service desk. */
  readonly projects: readonly {
    readonly key: string;
    readonly issueTypeId: number;
    readonly requestTypeIds: readonly number[];
  }[];
  /** Issues of these projects, by key. */
  readonly issues: readonly string[];
  /** Templates, by id. */
  readonly templates: readonly number[];
  /** A connection by id, with the keys of its users. */
  readonly connection: { readonly id: string; readonly userKeys: readonly string[] };
  /** The cases of a test plan, with what their Steps are like. */
  readonly cases: readonly { readonly id: number; readonly key: string }[];
  readonly steps: { readonly count: number; readonly columns: number; readonly statuses: readonly string[] };
}

/** Makes the background user's rows, and the plan that names them. */
export function backgroundUserOf({ context, people, catalogue, tests, directories, project, templates }: Parts) {
  const { backgroundUser } = people;
  const projects = [0, 3, 0].map((requestTypes) => project({ lead: backgroundUser.key, requestTypes }));
  const made = templates(2);
  const testProject = testProjectOf(context, tests, { key: 'REDE2', kind: 'long', lead: backgroundUser.key });
  const { templates: testTemplates, plan, cases } = testIssuesOf(context, tests, testProject, backgroundUser.key);
  const issues = projects.flatMap((one) => issuesOf(context, catalogue, people, one));
  const { connection, users } = directories.backgroundUser;
  const asPlanned: BackgroundUserPlan = {
    login: { username: backgroundUser.name, password: backgroundUser.password },
    projects: projects.map(({ key, issueTypeIds, requestTypes }) => ({
      key,
      issueTypeId: issueTypeIds[0] as number,
      requestTypeIds: requestTypes.map(({ id }) => id),
    })),
    issues: issues.map(({ key }) => key),
    templates: made.map(({ id }) => id),
    connection: { id: String(connection.id), userKeys: users.map(({ key }) => key) },
    cases: cases.map(({ id, key }) => ({ id, key })),
    steps: {
      count: 3,
      columns: testProject.tests.columns.length,
      statuses: testProject.tests.statuses.map(({ name }) => name),
    },
  };
  return {
    projects: [...projects, testProject],
    templates: made,
    entries: projects.flatMap((one) => entriesOf(context.id, one, context.random.pick(made))),
    issues: [...issues, ...testTemplates, plan, ...cases],
    plan: asPlanned,
  };
}

/** The sandbox of the suite, as rows of the tracker and as the content of the file that TRACKER_SANDBOX names. */
export function sandboxOf({ context, people, catalogue, tests, directories, project, templates }: Parts) {
  const lead = people.administrator.key;
  const projects = (['overwrite', 'keep'] as const).flatMap((workflow) =>
    [0, 3, 0, 0, 3].map((requestTypes) => ({ workflow, row: project({ lead, workflow, requestTypes }) })),
  );
  const testProjects = (['works', 'short', 'long'] as const).map((kind, index) =>
    testProjectOf(context, tests, { key: `ENSAIO${index + 1}`, kind, lead }),
  );
  const made = templates(10);
  const sandbox: SandboxSettings = {
    templates: made.map(({ id, fields }) => ({ id, fields })),
    projects: projects.map(({ workflow, row }) => ({ key: row.key, templatePostFunction: workflow })),
    createProjects: true,
    newProjectScreens: catalogue.newProjectScreens,
    connections: [...directories.sandbox, directories.closed].map(sandboxConnection),
    tests: sandboxTests(tests, testProjects),
    plainUser: {
      username: people.plain.name,
      password: people.plain.password,
      token: people.plain.token,
    },
    templateField: catalogue.fields.template.name,
    disposable: false,
  };
  return {
    projects: [...projects.map(({ row }) => row), ...testProjects],
    templates: made,
    // A sandbox is seldom empty: some of its templates are defaults already, and no test may touch those.
    entries: made
      .slice(0, 4)
      .flatMap((template, index) =>
        projects
          .slice(index, index + 2)
          .flatMap(({ row }) =>
            entriesOf(context.id, { ...row, requestTypes: row.requestTypes.slice(0, 1) }, template),
          ),
      ),
    sandbox,
  };
}
