import type { Endpoints } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import { readObject } from './read-values.js';

/** From which release of the tracker on a part of its API exists, up to which one it does not any more, and who says so. */
interface Availability {
  readonly since?: `${number}.${number}`;
  readonly until?: `${number}.${number}`;
  readonly source: string;
}

const createMeta = 'confluence.atlassian.com/jiracore/createmeta-rest-endpoint-to-be-removed-975040986.html';

/** What not every release has: endpoints, by their names in the endpoint table, and other parts. */
const parts = {
  // Without it, its path is that of an issue.
  getCreateMeta: { until: '9.0', source: `${createMeta}; 404 "Issue Does Not Exist": go-jira/jira#490 (9.x)` },
  listCreateMetaIssueTypes: { since: '8.4', source: createMeta },
  listCreateMetaFields: { since: '8.4', source: createMeta },
  /** Whether a text search may begin with `*` or `?`. */
  leadingWildcards: { since: '10.0', source: 'text ~ "*epix" found 312 issues of a 10.3.19; JRASERVER-6218 before' },
} satisfies { readonly [Name in keyof Endpoints | 'leadingWildcards']?: Availability };

export function hasPart(version: string, part: keyof typeof parts): boolean {
  const { since, until }: Availability = parts[part];
  return (since === undefined || !isBefore(version, since)) && (until === undefined || isBefore(version, until));
}

/** The names of the endpoints that a release does not have. */
export function endpointsMissingIn(version: string): string[] {
  const { leadingWildcards: _, ...endpoints } = parts;
  return (Object.keys(endpoints) as (keyof typeof endpoints)[]).filter((name) => !hasPart(version, name));
}

function isBefore(version: string, other: string): boolean {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [version, other].map((one) =>
    one.split('.').map(Number),
  ) as [number[], number[]];
  return major === otherMajor ? minor < otherMinor : major < otherMajor;
}

/** What reads a body: its class, which refusals name, and the properties that it knows. */
interface Bean {
  readonly name: string;
  readonly properties: readonly string[];
}

const worklog: Bean = {
  name: 'com.atlassian.jira.issue.fields.rest.json.beans.WorklogJsonBean',
  properties: [
    ...['self', 'author', 'updateAuthor', 'comment', 'created', 'updated', 'visibility', 'started', 'timeSpent'],
    ...['timeSpentSeconds', 'id', 'issueId', 'properties'],
  ],
};

const version: Bean = {
  name: 'com.atlassian.jira.rest.v2.issue.version.VersionBean',
  properties: [
    ...['expand', 'self', 'id', 'description', 'name', 'archived', 'released', 'overdue', 'startDate', 'startDateSet'],
    ...['userStartDate', 'releaseDate', 'releaseDateSet', 'userReleaseDate', 'project', 'projectId', 'operations'],
    ...['moveUnfixedIssuesTo', 'remotelinks'],
  ],
};

/**
 * The bodies in which a tracker refuses an unknown property, by endpoint. Seen: versions in the tests of a mock of the
 * tracker, worklogs in gioboa/jira-plugin#118 and shridhar-tl/jira-assistant#262, searches in
 * floralvikings/jira-connector#219. It ignores unknown properties of issues, comments and users.
 */
const beans: Readonly<Record<string, Bean>> = {
  createVersion: version,
  updateVersion: version,
  addWorklog: worklog,
  updateWorklog: worklog,
  searchIssuesByPost: {
    name: 'com.atlassian.jira.rest.v2.search.SearchRequestBean',
    properties: ['maxResults', 'jql', 'fields', 'expand', 'validateQuery', 'startAt'],
  },
};

/** @throws TrackerError 400 for a property that the tracker does not know in the body of a call to an endpoint */
export function refuseUnknownProperties(endpoint: string, body: unknown): void {
  const bean = beans[endpoint];
  const unknown = Object.keys(readObject(body) ?? {}).find((name) => bean?.properties.includes(name) === false);
  if (bean === undefined || unknown === undefined) return;
  const message = `Unrecognized field "${unknown}" (Class ${bean.name}), not marked as ignorable`;
  throw new TrackerError(400, message, {}, {}, { errorMessages: [message] });
}
