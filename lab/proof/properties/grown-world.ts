import type { WorldInput } from '../../../contracts/index.js';
import { populatedWorld } from './populated-world.js';

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
    worklogs: many((place) => ({
      ...{ ...of(place), updateAuthor: author, comment: '', seconds: 3_600 },
      ...{ created, updated: created, started: created },
    })),
    watchers: many((place) => ({ issueId: FIRST + place, userKey: author })),
    votes: many((place) => ({ issueId: FIRST + place, userKey: author })),
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
