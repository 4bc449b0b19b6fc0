import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import type { State } from '../../../fake/state/state.js';
import { followerId } from '../../../fake/state/tables.js';

/** The documents' world with entries in several projects, and with a user who may not log in any more. */
export const populatedWorld: WorldInput = {
  ...documentsWorld,
  // It has every endpoint of the table.
  version: '8.20.0',
  // A scenario can have any number of wrong passwords, and goes on after them.
  properties: { ...documentsWorld.properties, 'jira.maximum.authentication.attempts.allowed': 'any number' },
  users: [
    ...documentsWorld.users,
    {
      key: 'JIRAUSER10009',
      name: 'deleted',
      displayName: 'Gone Elsewhere',
      emailAddress: 'gone@example.com',
      password: 'deleted',
      groups: ['tracker-users'],
      active: false,
    },
  ],
  entries: [
    ...(documentsWorld.entries ?? []),
    { id: 132, templateId: 7, projectId: 11101, issueTypeId: 10002 },
    { id: 133, templateId: 7, projectId: 11102, issueTypeId: 10001 },
    { id: 134, templateId: 1472, projectId: 11101, issueTypeId: 10001 },
  ],
};

/** The id of an attachment that is a picture. */
export const pictureId = 9_103;

/** Adds what no world document holds: a component, versions, work, pages, votes, a link, a filter and attachments. */
export function populate(state: State): void {
  state.tables.components.set({
    id: 9_001,
    projectId: 11_101,
    name: 'Login',
    description: '',
    lead: null,
    assigneeType: 'PROJECT_DEFAULT',
  });
  for (const [id, name] of [
    [9_201, '1.0'],
    [9_202, '2.0'],
    [9_203, '3.0'],
  ] as const) {
    state.tables.versions.set({ id, projectId: 11_101, name, description: '', archived: false, released: false });
  }
  const filter = { name: 'Mine', description: '', jql: 'key = DEMO-1', owner: 'JIRAUSER10000', favouriteOf: [] };
  state.tables.filters.set({ id: 9_601, ...filter });
  for (const issue of state.tables.issues.all()) {
    state.tables.issues.set({ ...issue, properties: { first: {} } });
    const of = { issueId: issue.id, author: 'JIRAUSER10000', updateAuthor: 'JIRAUSER10000' };
    const times = { created: 0, updated: 0, started: 0, seconds: 3_600 };
    state.tables.worklogs.set({ id: 9_400 + (issue.id % 100), comment: 'Looked', ...of, ...times });
    const object = { url: 'https://example.com', title: 'A page' };
    const page = { globalId: 'first', application: {}, relationship: undefined, object };
    state.tables.remoteLinks.set({ id: 9_500 + (issue.id % 100), issueId: issue.id, ...page });
    const vote = { issueId: issue.id, userKey: 'JIRAUSER10000' };
    state.tables.votes.set({ id: followerId(vote.issueId, vote.userKey), ...vote });
  }
  state.tables.links.set({ id: 9_301, typeId: 10_000, sourceId: 12_001, targetId: 12_005 });
  for (const [id, issueId, filename, mimeType] of [
    [9_101, 12_001, 'notes on it.txt', 'text/plain'],
    [9_102, 12_005, 'notes on it.txt', 'text/plain'],
    [pictureId, 12_005, 'a picture.png', 'image/png'],
  ] as const) {
    state.tables.attachments.set({
      id,
      issueId,
      author: 'JIRAUSER10001',
      filename,
      mimeType,
      created: 0,
      size: 5,
      chunks: [Buffer.from('notes')],
    });
  }
}
