import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { belongingsOf } from './marked-tenant.js';
import type { MarkedTenant } from './marked-tenant.js';

/** The title a virtual user's user has before the virtual user has changed it. */
export const FIRST_TITLE = 'nothing yet';

/** The steps of each test case template. */
export function stepsOf({ mark }: MarkedTenant) {
  return [
    { isGroup: true, cells: [`${mark} group`] },
    { isGroup: false, cells: [`${mark} open`, '', `${mark} it opens`] },
    { isGroup: false, cells: [`${mark} close`, 'twice', `${mark} it closes`] },
  ];
}

/** The initial data of a tenant: the common parts of the bundled world, and everything with a name of its own. */
export function markedWorld(tenant: MarkedTenant): WorldInput {
  const { mark, app, help, tests, connection } = tenant;
  const virtualUsers = Array.from({ length: tenant.virtualUsers }, (_, virtualUser) =>
    belongingsOf(tenant, virtualUser),
  );
  const [first] = virtualUsers;
  if (first === undefined) throw new Error(`Nobody works in the tenant ${mark}.`);
  const common = { lead: first.userKey, permissions: documentsWorld.newProject.permissions ?? {} };
  const testProject = documentsWorld.projects.find(({ key }) => key === 'QA');
  return {
    ...documentsWorld,
    title: `${mark} tracker`,
    users: virtualUsers.map(({ username, userKey, password }) => ({
      key: userKey,
      name: username,
      displayName: `${mark} ${username}`,
      emailAddress: `${username}@example.com`,
      password,
      groups: ['tracker-administrators', 'tracker-users'],
    })),
    projects: [
      {
        ...common,
        id: app.id,
        key: app.key,
        name: `${mark} application`,
        issueTypeIds: [10001, 10002, 10003],
        workflow: 'Overwriting template workflow',
      },
      {
        ...common,
        id: help.id,
        key: help.key,
        name: `${mark} help desk`,
        type: 'service_desk',
        issueTypeIds: [10400],
        requestTypes: [{ id: help.requestTypeId, name: `${mark} get help`, issueTypeId: 10400 }],
        workflow: 'Overwriting template workflow',
      },
      {
        ...common,
        id: tests.id,
        key: tests.key,
        name: `${mark} tests`,
        issueTypeIds: [10500, 10501, 10502],
        workflow: 'Plain workflow',
        workflowByIssueType: testProject?.workflowByIssueType ?? {},
      },
    ],
    templates: virtualUsers.map(({ templateId, templateSummary }) => ({
      id: templateId,
      name: `${mark} template ${templateId}`,
      fields: { summary: templateSummary, customfield_10001: `${templateSummary}, notes` },
    })),
    connections: [{ ...connection, attributes: ['mail', 'displayName', 'title'] }],
    directoryUsers: virtualUsers.map(({ username, userKey }) => ({
      connectionId: connection.id,
      userKey,
      values: { mail: `${username}@example.com`, displayName: `${mark} ${username}`, title: `${mark} ${FIRST_TITLE}` },
    })),
    entries: [],
    issues: virtualUsers.flatMap(({ userKey, testCaseTemplateKey, planKey }, virtualUser) => [
      {
        id: 1_000 + 2 * virtualUser,
        key: testCaseTemplateKey,
        issueTypeId: 10500,
        statusId: 11,
        reporter: userKey,
        fields: { summary: `${mark} test ${virtualUser}`, customfield_10101: { stepsRows: stepsOf(tenant) } },
      },
      {
        id: 1_001 + 2 * virtualUser,
        key: planKey,
        issueTypeId: 10501,
        reporter: userKey,
        fields: { summary: `${mark} plan ${virtualUser}` },
      },
    ]),
  };
}
