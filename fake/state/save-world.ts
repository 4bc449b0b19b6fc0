import { formatTrackerTime, worldSchema } from '../../contracts/index.js';
import type { World } from '../../contracts/index.js';
import type { State } from './state.js';
import { lazyContent } from './world-text.js';

/**
 * A tracker as a world that loads back: with every row, id and moment, so that each GET is answered as before. Login
 * sessions, and work that calls left for later, are no part of it. The contents of attachments are made into texts when
 * they are read, because all together could be too much for memory.
 */
export function saveWorld(state: State, { basePaths, properties }: Pick<World, 'basePaths' | 'properties'>): World {
  const { settings, tables } = state;
  const keys = new Map(tables.issues.all().map(({ id, key }) => [id, key]));
  const issues = tables.issues.all().map(({ projectId: _, parentId, requestTypeId, ...issue }) => ({
    ...issue,
    ...(parentId !== null && { parent: keys.get(parentId) }),
    ...(requestTypeId !== null && { requestTypeId }),
    created: formatTrackerTime(issue.created),
    updated: formatTrackerTime(issue.updated),
    ...(issue.resolved !== undefined && { resolved: formatTrackerTime(issue.resolved) }),
  }));
  const world = {
    ...settings,
    basePaths,
    properties,
    users: tables.users.all(),
    issueTypes: tables.issueTypes.all(),
    priorities: tables.priorities.all(),
    statuses: tables.statuses.all(),
    resolutions: tables.resolutions.all(),
    issueLinkTypes: tables.linkTypes.all(),
    screens: tables.screens.all(),
    workflows: tables.workflows.all(),
    customFields: tables.customFields.all(),
    projects: tables.projects.all().map((project) => ({
      ...project,
      requestTypes: tables.requestTypes.where('project', project.id).map(({ projectId: _, ...row }) => row),
    })),
    templates: tables.templates.all(),
    entries: tables.entries.all(),
    // A sub-task stands after its issue.
    issues: [...issues.filter(({ parent }) => !parent), ...issues.filter(({ parent }) => parent)],
    connections: tables.connections.all(),
    directoryUsers: tables.directoryUsers.all(),
    components: tables.components.all(),
    versions: tables.versions.all(),
    issueLinks: tables.links.all(),
    comments: tables.comments.all().map((row) => ({
      ...row,
      created: formatTrackerTime(row.created),
      updated: formatTrackerTime(row.updated),
    })),
    histories: tables.histories.all().map((row) => ({ ...row, created: formatTrackerTime(row.created) })),
    worklogs: tables.worklogs.all().map((row) => ({
      ...row,
      created: formatTrackerTime(row.created),
      updated: formatTrackerTime(row.updated),
      started: formatTrackerTime(row.started),
    })),
    watchers: tables.watchers.all().map(({ id: _, ...row }) => row),
    votes: tables.votes.all().map(({ id: _, ...row }) => row),
    remoteLinks: tables.remoteLinks.all(),
    filters: tables.filters.all(),
    syncedUsers: tables.syncedUsers.all(),
    customRows: tables.own.all(),
    counters: state.counters(),
  };
  // The schema puts properties into one order; rows can have another.
  const attachments = tables.attachments
    .all()
    .map(({ chunks, size: _, ...row }) =>
      lazyContent({ ...row, created: formatTrackerTime(row.created) }, () => Buffer.concat(chunks)),
    );
  return { ...worldSchema.parse(world), attachments };
}
