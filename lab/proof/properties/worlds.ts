import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';

const moment = '1970-01-01T00:00:00.000+0000';
const issues = documentsWorld.issues ?? [];

/**
 * The documents' world with entries in several projects, with a user who may not log in any more, and with something of each
 * kind that issues and projects have.
 */
export const populatedWorld: WorldInput = {
  ...documentsWorld,
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
  components: [{ id: 9_001, projectId: 11_101, name: 'Login' }],
  versions: ['1.0', '2.0', '3.0'].map((name, place) => ({ id: 9_201 + place, projectId: 11_101, name })),
  remoteLinks: issues.map(({ id }, place) => ({
    ...{ id: 9_500 + place, issueId: id, globalId: 'first', object: { url: 'https://example.com', title: 'A page' } },
  })),
  issueLinks: [{ id: 9_301, typeId: 10_000, sourceId: 12_001, targetId: 12_005 }],
  attachments: (
    [
      [9_101, 12_001, 'notes on it.txt', 'text/plain'],
      [9_102, 12_005, 'notes on it.txt', 'text/plain'],
    ] as const
  ).map(([id, issueId, filename, mimeType]) => ({
    ...{ id, issueId, filename, mimeType, author: 'JIRAUSER10001', created: moment },
    content: Buffer.from('notes').toString('base64'),
  })),
};

const PROJECTS = 20;
const FIRST = 1_000_000;
const author = 'JIRAUSER10001';
const created = '2026-11-21T14:05:09.000+0000';

/** The populated world, and rows of others in twenty projects of theirs: so many of each kind that there can be many of. */
export function grownWorld(count: number): WorldInput {
  const [demo] = populatedWorld.projects.filter(({ key }) => key === 'DEMO');
  if (demo === undefined) throw new Error('The bundled world has no project DEMO.');
  const many = <Row>(row: (place: number) => Row) => Array.from({ length: count }, (_, place) => row(place));
  const projectId = (place: number) => 100_000 + (place % PROJECTS);
  const userKey = (place: number) => `GROWN${FIRST + place}`;
  const of = (place: number) => ({ id: FIRST + place, issueId: FIRST + place, author });
  const others = {
    users: many((place) => ({
      ...{ key: userKey(place), name: `grown.${FIRST + place}`, displayName: `Grown ${place}` },
      ...{ emailAddress: `grown.${place}@example.com`, password: 'grown' },
    })),
    directoryUsers: many((place) => ({
      ...{ connectionId: 1, userKey: userKey(place), values: { mail: `${place}@example.com` } },
    })),
    projects: Array.from({ length: PROJECTS }, (_, place) => ({
      ...{ ...demo, id: projectId(place), key: `P${place}`, name: `Project ${place}` },
    })),
    templates: many((place) => ({ id: FIRST + place, name: `Grown ${place}` })),
    entries: many((place) => ({
      ...{ id: FIRST + place, projectId: projectId(place), templateId: FIRST + place, issueTypeId: 10001 },
    })),
    issues: many((place) => ({
      ...{ id: FIRST + place, key: `P${place % PROJECTS}-${1 + Math.floor(place / PROJECTS)}`, issueTypeId: 10001 },
      ...{ reporter: author, fields: { summary: `Grown ${place}`, labels: ['grown'] } },
    })),
    comments: many((place) => ({ ...of(place), body: `Comment ${place}`, created, updated: created })),
    issueLinks: many((place) => ({
      ...{ id: FIRST + place, typeId: 10000, sourceId: FIRST + place, targetId: FIRST + ((place + 1) % count) },
    })),
    remoteLinks: many((place) => ({
      ...{ id: FIRST + place, issueId: FIRST + place, globalId: `page ${place}` },
      object: { url: `https://example.com/${place}`, title: `Page ${place}` },
    })),
    components: many((place) => ({ id: FIRST + place, projectId: projectId(place), name: `Component ${place}` })),
    versions: many((place) => ({ id: FIRST + place, projectId: projectId(place), name: `Version ${place}` })),
  };
  const lists = Object.entries(others).map(([name, rows]) => [
    name,
    [...(populatedWorld[name as keyof typeof others] ?? []), ...rows],
  ]);
  return { ...populatedWorld, ...(Object.fromEntries(lists) as Partial<WorldInput>) };
}
