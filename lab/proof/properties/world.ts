import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';

const [issues, moment] = [documentsWorld.issues ?? [], '1970-01-01T00:00:00.000+0000'];
const notes = {
  filename: 'notes.txt',
  mimeType: 'text/plain',
  author: 'JIRAUSER10001',
  created: moment,
  content: 'bm90ZXM=',
};

/** The documents' world with entries in several projects, and with something of each kind that issues and projects have. */
export const populatedWorld: WorldInput = {
  ...documentsWorld,
  // A scenario can have any number of wrong passwords, and goes on after them.
  properties: { ...documentsWorld.properties, 'jira.maximum.authentication.attempts.allowed': 'any number' },
  entries: [
    ...(documentsWorld.entries ?? []),
    { id: 132, templateId: 7, projectId: 11101, issueTypeId: 10002 },
    { id: 133, templateId: 7, projectId: 11102, issueTypeId: 10001 },
    { id: 134, templateId: 1472, projectId: 11101, issueTypeId: 10001 },
  ],
  components: [{ id: 9_001, projectId: 11_101, name: 'Login' }],
  versions: ['1.0', '2.0', '3.0'].map((name, place) => ({ id: 9_201 + place, projectId: 11_101, name })),
  remoteLinks: issues.map(({ id }, place) => ({
    ...{ id: 9_500 + place, issueId: id, globalId: 'first', object: { url: 'https://example.com', title: 'A page' } },
  })),
  issueLinks: [{ id: 9_301, typeId: 10_000, sourceId: 12_001, targetId: 12_005 }],
  attachments: [9_101, 9_102].map((id, place) => ({ ...notes, id, issueId: place === 0 ? 12_001 : 12_005 })),
};
