import { documentsWorld } from '../../../fake/index.js';
import type { State } from '../../../fake/state/state.js';
import type { WorldInput } from '../../../contracts/index.js';

/** The documents' world with entries in several projects, and with somebody who may not log in any more. */
export const populatedWorld: WorldInput = {
  ...documentsWorld,
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

/** Adds what no world document holds: a component and two attachments. */
export function populate(state: State): void {
  state.tables.components.set({
    id: 9_001,
    projectId: 11_101,
    name: 'Login',
    description: '',
    lead: null,
    assigneeType: 'PROJECT_DEFAULT',
  });
  for (const [id, issueId] of [
    [9_101, 12_001],
    [9_102, 12_005],
  ] as const) {
    state.tables.attachments.set({
      id,
      issueId,
      author: 'JIRAUSER10001',
      filename: 'notes on it.txt',
      mimeType: 'text/plain',
      created: 0,
      size: 5,
      chunks: [Buffer.from('notes')],
    });
  }
}
