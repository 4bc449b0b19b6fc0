import type { WorldAdditions, WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';
import { directoryWorld } from '../directory-sync-world.js';

const PROJECTS = 250;
const TEMPLATES = 1_000;
const TYPES = [10001, 10002, 10003, 10004] as const;
const CHUNK = 50_000;

/**
 * The bundled tracker with this many users in one more directory, and with a fixed number of projects and templates for
 * others' entries and issues.
 */
export function growthWorld(users: number): WorldInput {
  const demo = documentsWorld.projects.find(({ key }) => key === 'DEMO');
  if (demo === undefined) throw new Error('The bundled world has no project DEMO.');
  const { connections, directoryUsers, ...large } = directoryWorld(users);
  return {
    ...large,
    // The last version with all endpoints.
    version: '8.20.0',
    connections: [...(documentsWorld.connections ?? []), ...(connections ?? [])],
    directoryUsers: [...(documentsWorld.directoryUsers ?? []), ...(directoryUsers ?? [])],
    projects: [
      ...documentsWorld.projects,
      ...many(PROJECTS, (place) => ({ ...demo, id: 100_000 + place, key: `P${place}`, name: `Project ${place}` })),
    ],
    templates: [
      ...(documentsWorld.templates ?? []),
      ...many(TEMPLATES, (place) => ({ id: 500_000 + place, name: `Template ${place}` })),
    ],
  };
}

/**
 * So many entries and issues of others, in portions that can be added one after the other; every issue has something that
 * belongs to it, each of another kind than the one before.
 */
export function* growthRows(count: number): Generator<WorldAdditions> {
  for (let from = 0; from < count; from += CHUNK) {
    const size = Math.min(CHUNK, count - from);
    const kinds = Object.keys(activity) as (keyof typeof activity)[];
    const ofKind = (kind: keyof typeof activity, first: number) =>
      many(Math.floor((size - first + kinds.length - 1) / kinds.length), (index) =>
        activity[kind](from + first + index * kinds.length),
      );
    yield {
      entries: many(size, (index) => entryAt(from + index)),
      issues: many(size, (index) => issueAt(from + index)),
      ...Object.fromEntries(kinds.map((kind, first) => [kind, ofKind(kind, first)])),
    };
  }
}

const author = 'JIRAUSER10001';
const moment = '2026-11-21T14:05:09.000+0000';
const done = {
  field: 'status',
  fieldtype: 'jira',
  from: '1',
  fromString: 'Open',
  to: '3',
  toString: 'In Progress',
} as const;

/** One row of each kind for the issue with this number. The row has the same number. */
const activity = {
  comments: (place: number) => ({
    ...rowOf(place),
    author,
    body: `Comment ${place}`,
    created: moment,
    updated: moment,
  }),
  worklogs: (place: number) => ({
    ...{ ...rowOf(place), author, updateAuthor: author, comment: '', seconds: 3_600 },
    ...{ created: moment, updated: moment, started: moment },
  }),
  watchers: (place: number) => ({ issueId: idAt(place), userKey: author }),
  votes: (place: number) => ({ issueId: idAt(place), userKey: author }),
  issueLinks: (place: number) => ({ id: idAt(place), typeId: 10000, sourceId: idAt(place), targetId: idAt(place - 1) }),
  remoteLinks: (place: number) => ({
    ...rowOf(place),
    globalId: `page ${place}`,
    object: { url: `https://example.com/${place}`, title: `Page ${place}` },
  }),
  histories: (place: number) => ({ ...rowOf(place), author, created: moment, items: [done] }),
  components: (place: number) => ({ id: idAt(place), projectId: projectAt(place), name: `Component ${place}` }),
  versions: (place: number) => ({ id: idAt(place), projectId: projectAt(place), name: `Version ${place}` }),
};

function idAt(place: number): number {
  return 1_000_000 + place;
}

function rowOf(place: number) {
  return { id: idAt(place), issueId: idAt(place) };
}

function projectAt(place: number): number {
  return 100_000 + (place % PROJECTS);
}

function entryAt(place: number) {
  const [type, rest] = [place % TYPES.length, Math.floor(place / TYPES.length)];
  return {
    id: 1_000_000 + place,
    projectId: 100_000 + (rest % PROJECTS),
    templateId: 500_000 + Math.floor(rest / PROJECTS),
    issueTypeId: TYPES[type] as number,
  };
}

function issueAt(place: number) {
  return {
    id: idAt(place),
    key: `P${place % PROJECTS}-${1 + Math.floor(place / PROJECTS)}`,
    issueTypeId: 10001,
    reporter: 'JIRAUSER10001',
    fields: { summary: `Issue ${place}`, labels: ['grown'] },
  };
}

function many<Item>(count: number, make: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => make(place));
}
