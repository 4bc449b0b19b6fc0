import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/index.js';
import { belongingsOf } from './marked-space.js';
import type { MarkedSpace } from './marked-space.js';

/** The title a hand's user has before the hand has changed it. */
export const FIRST_TITLE = 'nothing yet';

/** The steps of each test case template. */
export function stepsOf({ mark }: MarkedSpace) {
  return [
    { isGroup: true, cells: [`${mark} group`] },
    { isGroup: false, cells: [`${mark} open`, '', `${mark} it opens`] },
    { isGroup: false, cells: [`${mark} close`, 'twice', `${mark} it closes`] },
  ];
}

/** What a space starts with: what all trackers have in common from the bundled world, and all that has a name of its own. */
export function markedWorld(space: MarkedSpace): WorldInput {
  const { mark, app, help, tests, connection } = space;
  const hands = Array.from({ length: space.hands }, (_, hand) => belongingsOf(space, hand));
  const [first] = hands;
  if (first === undefined) throw new Error(`Nobody works in the space ${mark}.`);
  const common = { lead: first.userKey, permissions: documentsWorld.newProject.permissions ?? {} };
  const testProject = documentsWorld.projects.find(({ key }) => key === 'QA');
  return {
    ...documentsWorld,
    title: `${mark} tracker`,
    users: hands.map(({ username, userKey, password }) => ({
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
    templates: hands.map(({ templateId, templateSummary }) => ({
      id: templateId,
      name: `${mark} template ${templateId}`,
      fields: { summary: templateSummary, customfield_10001: `${templateSummary}, notes` },
    })),
    connections: [{ ...connection, attributes: ['mail', 'displayName', 'title'] }],
    directoryUsers: hands.map(({ username, userKey }) => ({
      connectionId: connection.id,
      userKey,
      values: { mail: `${username}@example.com`, displayName: `${mark} ${username}`, title: `${mark} ${FIRST_TITLE}` },
    })),
    entries: [],
    issues: hands.flatMap(({ userKey, testCaseTemplateKey, planKey }, hand) => [
      {
        id: 1_000 + 2 * hand,
        key: testCaseTemplateKey,
        issueTypeId: 10500,
        statusId: 11,
        reporter: userKey,
        fields: { summary: `${mark} test ${hand}`, customfield_10101: { stepsRows: stepsOf(space) } },
      },
      {
        id: 1_001 + 2 * hand,
        key: planKey,
        issueTypeId: 10501,
        reporter: userKey,
        fields: { summary: `${mark} plan ${hand}` },
      },
    ]),
  };
}
