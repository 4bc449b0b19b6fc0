import type { WorldAdditions, WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/index.js';
import { directoryWorld } from '../directory-sync-world.js';

const PROJECTS = 250;
const TEMPLATES = 1_000;
const TYPES = [10001, 10002, 10003, 10004] as const;
const CHUNK = 50_000;

/**
 * The bundled tracker with so many users in one more directory, and with projects and templates for others' entries and
 * issues: as many of those however large it is.
 */
export function growthWorld(users: number): WorldInput {
  const demo = documentsWorld.projects.find(({ key }) => key === 'DEMO');
  if (demo === undefined) throw new Error('The bundled world has no project DEMO.');
  const { connections, directoryUsers, ...large } = directoryWorld(users);
  return {
    ...large,
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

/** So many entries and issues of others, in portions that can be added one after the other. */
export function* growthRows(count: number): Generator<WorldAdditions> {
  for (let from = 0; from < count; from += CHUNK) {
    const size = Math.min(CHUNK, count - from);
    yield {
      entries: many(size, (index) => entryAt(from + index)),
      issues: many(size, (index) => issueAt(from + index)),
    };
  }
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
    id: 1_000_000 + place,
    key: `P${place % PROJECTS}-${1 + Math.floor(place / PROJECTS)}`,
    issueTypeId: 10001,
    reporter: 'JIRAUSER10001',
    fields: { summary: `Issue ${place}`, labels: ['grown'] },
  };
}

function many<Item>(count: number, make: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => make(place));
}
