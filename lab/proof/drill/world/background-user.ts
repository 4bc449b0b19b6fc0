import { entriesOf } from './pre-existing-data.js';
import { issuesOf } from './issues.js';
import type { Parts } from './parts.js';
import { testIssuesOf } from './test-issues.js';
import { testProjectOf } from './test-projects.js';

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
  /** A test plan, by key, and its cases, with what their Steps are like. */
  readonly plan: string;
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
    plan: plan.key,
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
