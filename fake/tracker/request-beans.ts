import { TrackerError } from '../server/errors.js';
import { readObject } from './read-values.js';
import { hasPart } from './releases.js';

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
export function refuseUnknownProperties(endpoint: string, body: unknown, text: string, release: string): void {
  const bean = beans[endpoint];
  const unknown = Object.keys(readObject(body) ?? {}).find((name) => bean?.properties.includes(name) === false);
  if (bean === undefined || unknown === undefined) return;
  const before = text.slice(0, text.indexOf(JSON.stringify(unknown)) + JSON.stringify(unknown).length).split('\n');
  const place = `line: ${before.length}, column: ${(before.at(-1) ?? '').length + 2}`;
  const known = bean.properties.map((name) => JSON.stringify(name)).join(', ');
  const [word, list, source] = hasPart(release, 'knownProperties')
    ? [
        'class',
        ` (${bean.properties.length} known properties: ${known}])`,
        '(org.apache.catalina.connector.CoyoteInputStream)',
      ]
    : ['Class', '', 'org.apache.catalina.connector.CoyoteInputStream@1292c32'];
  const message =
    `Unrecognized field ${JSON.stringify(unknown)} (${word} ${bean.name}), not marked as ignorable${list}\n` +
    ` at [Source: ${source}; ${place}] (through reference chain: ${bean.name}[${JSON.stringify(unknown)}])`;
  throw new TrackerError(400, message, {}, {}, { errorMessages: [message] });
}
