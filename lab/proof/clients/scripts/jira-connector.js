/** Calls what jira-connector has for the tracker's resources. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, checkCalls, leaveOut, load, names, say, url } from './support.js';

const Connector = load('jira-connector');
const clientOf = (login) =>
  new Connector({ protocol: 'http', host: url.hostname, port: url.port, path_prefix: `${url.pathname}/`, ...login });
const jira = clientOf({ basic_auth: { username: 'admin', password: 'admin' } });
const call = checkCalls(jira);
const tess = clientOf({ basic_auth: { base64: Buffer.from('tess:tess').toString('base64') } });

const byClient = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, labels: ['by-client'] };

/** Groups of calls that are about something else. */
const elsewhere = {
  'boards, sprints, epics and filters': 'backlog board epic sprint filter dashboard',
  'the configuration of the tracker, its users and its schemes':
    'applicationProperties auditing licenseRole licenseValidator password permissionScheme permissions projectValidate reindex roles screens securityLevel settings webhook workflow workflowScheme myPreferences',
  'the cloud edition, and other products': 'developmentInformation labels jql groupUserPicker',
  pictures: 'avatar',
  'properties of comments': 'comment',
  'lists of changed work': 'worklog',
};

const others = {
  boards: 'issue.getIssueEstimation issue.setIssueEstimation issue.setIssueRanks',
  'the cloud edition': 'issue.getChangelog issue.getIssuePicker user.all version.getAllVersions',
  'properties of issues, projects and worklogs':
    'issue.getProperties issue.setProperty issue.getProperty issue.deleteProperty issue.setWorklogProperty issue.getWorkLogProperties issue.getWorkLogProperty project.getProjectProperties',
  'pages that are linked with a version':
    'version.getRemoteLinks version.createRemoteLink version.getRemoteLink version.deleteRemoteLink version.deleteAllRemoteLinks version.getGlobalRemoteLink',
  'the configuration of the tracker, its users and its pictures, and mails':
    'field.createCustomField group.createGroup group.addUserToGroup group.removeUserFromGroup group.deleteGroup issue.sendEmailNotification issueLinkType.createIssueLinkType issueLinkType.deleteIssueLinkType issueLinkType.editIssueLinkType issueType.createIssueType issueType.updateIssueType issueType.deleteIssueType issueType.getAlternativeIssueTypes myself.editMyself myself.changePassword project.updateRole project.addToRole user.deleteUser user.createUser user.editUser user.createTemporaryAvatar user.convertTemporaryAvatar user.deleteAvatar user.getAvatars user.getDefaultColumns user.setDefaultColumns user.resetDefaultColumns user.changePassword projectCategory.getProjectCategory',
};

async function main() {
  await call('serverInfo.getServerInfo', [{}], 'Bundled tracker', 'serverTitle');
  await call('myself.getMyself', [], 'admin', 'name');
  await check('myself.getMyself(base64)', () => tess.myself.getMyself(), 'tess', 'name');
  await call('auth.login', [{ username: 'tess', password: 'tess' }], 'JSESSIONID', 'session.name');
  await call('auth.currentUser', [], 'admin', 'name');
  await call('auth.logout', [], true, () => true);
  await check(
    'myPermissions.getMyPermissions',
    () => tess.myPermissions.getMyPermissions({ projectKey: 'DEMO' }),
    false,
    'permissions.ADMINISTER_PROJECTS.havePermission',
  );
  await call('field.getAllFields', [], true, (r) => names(r).includes('Severity'));
  await call('customFieldOption.getCustomFieldOption', [{ fieldOptionId: '10003002' }], 'Major', 'value');
  await call('issueType.getAllIssueTypes', [], true, (r) => names(r).includes('Bug'));
  await call('issueType.getIssueType', [{ issueTypeId: '10002' }], 'Bug', 'name');
  await call('priority.getAllPriorities', [], ['Highest', 'High', 'Medium', 'Low', 'Lowest'], names);
  await call('priority.getPriority', [{ priorityId: '2' }], 'High', 'name');
  await call('resolution.getAllResolutions', [], true, (r) => names(r).includes('Done'));
  await call('resolution.getResolution', [{ resolutionId: '10000' }], '10000', 'id');
  await call('status.getAllStatuses', [], true, (r) => names(r).includes('In Progress'));
  await call('status.getStatus', [{ statusId: '5' }], 'Done', 'name');
  await call('statusCategory.getAllStatusCategories', [], [1, 2, 4, 3], (r) => r.map(({ id }) => id));
  await call('statusCategory.getStatusCategory', [{ statusCategoryIdOrKey: '3' }], 'Done', 'name');
  await call('issueLinkType.getAvailableTypes', [], 'Blocks', 'issueLinkTypes.0.name');
  await call('issueLinkType.getIssueLinkType', [{ issueLinkTypeId: '10000' }], 'blocks', 'outward');
  await call('projectCategory.getAllProjectCategories', [], []);
  await call('attachment.getGlobalAttachmentMetadata', [], true, 'enabled');
  await call('user.getUser', [{ username: 'tess' }], 'Tess Tester', 'displayName');
  await call('user.search', [{ username: 'te' }], ['tess'], names);
  await call('user.searchPicker', [{ query: 'te' }], ['tess'], (r) => names(r.users));
  await call('user.searchAssignable', [{ username: 'te', project: 'DEMO' }], ['tess'], names);
  await call('user.multiProjectSearchAssignable', [{ username: 'te', projectKeys: ['DEMO', 'KEEP'] }], ['tess'], names);
  await call(
    'user.searchPermissions',
    [{ username: 'a', permissions: ['ADMINISTER_PROJECTS'], projectKey: 'DEMO' }],
    ['admin'],
    names,
  );
  await call('user.viewIssueSearch', [{ username: 'te', issueKey: 'DEMO-1' }], ['tess'], names);
  await call('group.getGroup', [{ groupName: 'tracker-users', expand: ['users'] }], ['admin', 'tess'], (r) =>
    names(r.users.items),
  );
  await call('group.getMembers', [{ groupName: 'tracker-users' }], ['admin', 'tess'], (r) => names(r.values));
  await call('groups.findGroups', [{ query: 'adm' }], ['tracker-administrators'], (r) => names(r.groups));

  await call('project.getAllProjects', [], true, (r) => r.some(({ key }) => key === 'DEMO'));
  await call(
    'project.createProject',
    [{ key: 'MADE', name: 'Made', projectTypeKey: 'software', lead: 'admin' }],
    'MADE',
    'key',
  );
  await call('project.updateProject', [{ projectIdOrKey: 'MADE', description: 'Shown' }], 'Shown', 'description');
  await call('project.getProject', [{ projectIdOrKey: 'MADE' }], 'Shown', 'description');
  await call('project.getStatuses', [{ projectIdOrKey: 'MADE' }], 'Task', '0.name');
  await call('project.deleteProject', [{ projectIdOrKey: 'MADE' }], false, async () =>
    (await jira.project.getAllProjects()).some(({ key }) => key === 'MADE'),
  );
  await call('project.getRoles', [{ projectIdOrKey: 'DEMO' }], ['Administrators', 'Users'], Object.keys);
  await call('project.getRole', [{ projectIdOrKey: 'DEMO', roleId: 10002 }], 'tracker-administrators', 'actors.0.name');
  const component = await call(
    'component.createComponent',
    [{ component: { name: 'Login', project: 'DEMO' } }],
    'Login',
    'name',
  );
  await call('component.getComponent', [{ id: component.id }], 'DEMO', 'project');
  await call(
    'component.editComponent',
    [{ id: component.id, component: { description: 'The form' } }],
    'The form',
    'description',
  );
  await call('project.getComponents', [{ projectIdOrKey: 'DEMO' }], ['Login'], names);
  const version = await call('version.createVersion', [{ version: { name: '1.0', project: 'DEMO' } }], '1.0', 'name');
  const later = await jira.version.createVersion({ version: { name: '2.0', project: 'DEMO' } });
  await call('version.getVersion', [{ versionId: version.id }], '1.0', 'name');
  await call('version.editVersion', [{ versionId: version.id, version: { released: true } }], true, 'released');
  await call('version.moveVersion', [{ versionId: later.id, position: 'First' }], '2.0', 'name');
  await call('project.getVersions', [{ projectIdOrKey: 'DEMO' }], ['2.0', '1.0'], names);
  const byName = { projectIdOrKey: 'DEMO', orderBy: 'name', maxResults: 1 };
  await call('project.getVersionsPaginated', [byName], ['1.0'], (r) => names(r.values));

  await call(
    'issue.getCreateMetadata',
    [{ projectKeys: ['DEMO'], expand: 'projects.issuetypes.fields' }],
    'Summary',
    'projects.0.issuetypes.0.fields.summary.name',
  );
  const created = await call(
    'issue.createIssue',
    [
      {
        fields: {
          ...byClient,
          summary: 'First',
          customfield_10003: { value: 'Major' },
          components: [{ name: 'Login' }],
          fixVersions: [{ name: '1.0' }],
        },
      },
    ],
    'DEMO-3',
    'key',
  );
  const issueKey = created.key;
  const fieldOf = async (name) => (await jira.issue.getIssue({ issueKey })).fields[name];
  await call(
    'issue.bulkCreate',
    [{ issueUpdates: ['Second', 'Third'].map((summary) => ({ fields: { ...byClient, summary } })) }],
    2,
    'issues.length',
  );
  await call(
    'issue.getIssue',
    [{ issueKey, fields: ['summary', 'labels'], expand: ['names'] }],
    [{ summary: 'First', labels: ['by-client'] }, 'Summary'],
    (r) => [r.fields, r.names.summary],
  );
  await call(
    'issue.editIssue',
    [{ issueKey, notifyUsers: false, issue: { fields: { summary: 'Changed' }, update: { labels: [{ add: 'x' }] } } }],
    ['Changed', ['by-client', 'x']],
    async () => [await fieldOf('summary'), await fieldOf('labels')],
  );
  await call('issue.getEditMetadata', [{ issueKey }], 'Summary', 'fields.summary.name');
  await call(
    'issue.assignIssue',
    [{ issueKey, assignee: 'tess' }],
    'tess',
    async () => (await fieldOf('assignee')).name,
  );
  await call(
    'search.search',
    [{ method: 'GET', jql: 'labels = by-client ORDER BY key', maxResults: 1, fields: ['summary'] }],
    [3, 'Changed'],
    (r) => [r.total, r.issues[0].fields.summary],
  );
  await check(
    'search.search(POST)',
    () =>
      jira.search.search({ method: 'POST', jql: 'labels = by-client ORDER BY key', startAt: 1, fields: ['summary'] }),
    ['Second', 'Third'],
    (r) => r.issues.map((one) => one.fields.summary),
  );
  await call('component.getRelatedIssueCounts', [{ id: component.id }], 1, 'issueCount');
  await call('version.getRelatedIssueCounts', [{ versionId: version.id }], 1, 'issuesFixedCount');
  await call('version.getUnresolvedIssueCount', [{ versionId: version.id }], 1, 'issuesUnresolvedCount');
  const { transitions } = await call('issue.getTransitions', [{ issueKey }], ['Start', 'Finish'], (r) =>
    names(r.transitions),
  );
  await call(
    'issue.transitionIssue',
    [{ issueKey, transition: { id: transitions[0].id } }],
    'In Progress',
    async () => (await fieldOf('status')).name,
  );

  const comment = await call('issue.addComment', [{ issueKey, body: 'Seen' }], 'Seen', 'body');
  await call(
    'issue.editComment',
    [{ issueKey, commentId: comment.id, comment: { body: 'Said better' } }],
    'Said better',
    'body',
  );
  await call('issue.getComment', [{ issueKey, commentId: comment.id }], 'Said better', 'body');
  await call('issue.getComments', [{ issueKey }], ['Said better'], (r) => r.comments.map(({ body }) => body));
  await call(
    'issue.deleteComment',
    [{ issueKey, commentId: comment.id }],
    0,
    async () => (await fieldOf('comment')).total,
  );
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const files = ['seen.txt', 'später.log'].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, 'all of it');
  const added = await call('issue.addAttachment', [{ issueKey, filename: files }], ['seen.txt', 'später.log'], (r) =>
    r.map(({ filename }) => filename),
  );
  await call('attachment.getAttachment', [{ attachmentId: added[1].id }], ['später.log', 9, 'admin'], (r) => [
    r.filename,
    r.size,
    r.author.name,
  ]);
  await call('attachment.deleteAttachment', [{ attachmentId: added[0].id }], ['später.log'], async () =>
    (await fieldOf('attachment')).map(({ filename }) => filename),
  );

  await call(
    'issueLink.createIssueLink',
    [{ issueLink: { type: { name: 'Blocks' }, inwardIssue: { key: issueKey }, outwardIssue: { key: 'DEMO-1' } } }],
    'DEMO-1',
    async () => (await fieldOf('issuelinks'))[0].outwardIssue.key,
  );
  const [link] = await fieldOf('issuelinks');
  await call('issueLink.getIssueLink', [{ linkId: link.id }], 'Blocks', 'type.name');
  await call('issueLink.deleteIssueLink', [{ linkId: link.id }], [], () => fieldOf('issuelinks'));
  const remoteLink = { globalId: 'g1', object: { url: 'https://example.com', title: 'A page' } };
  const remote = await call('issue.createRemoteLink', [{ issueKey, remoteLink }], true, (r) => r.id > 0);
  const linkId = String(remote.id);
  await call('issue.getRemoteLinks', [{ issueKey }], ['g1'], (r) => r.map(({ globalId }) => globalId));
  await call(
    'issue.updateRemoteLink',
    [{ issueKey, remoteLink: { ...remoteLink, relationship: 'told in' } }],
    'told in',
    async () => (await jira.issue.getRemoteLinks({ issueKey }))[0].relationship,
  );
  await call('issue.getRemoteLinkById', [{ issueKey, linkId }], 'A page', 'object.title');
  await call(
    'issue.updateRemoteLinkById',
    [{ issueKey, linkId, remoteLink: { ...remoteLink, object: { ...remoteLink.object, title: 'Another' } } }],
    'Another',
    async () => (await jira.issue.getRemoteLinkById({ issueKey, linkId })).object.title,
  );
  await call('issue.deleteRemoteLink', [{ issueKey, globalId: 'g1' }], [], () =>
    jira.issue.getRemoteLinks({ issueKey }),
  );
  const again = await jira.issue.createRemoteLink({ issueKey, remoteLink });
  await call('issue.deleteRemoteLinkById', [{ issueKey, linkId: String(again.id) }], [], () =>
    jira.issue.getRemoteLinks({ issueKey }),
  );
  const worklog = await call(
    'issue.addWorkLog',
    [{ issueKey, adjustEstimate: 'new', newEstimate: '1d', worklog: { timeSpent: '2h' } }],
    [7200, 28800],
    async (r) => [r.timeSpentSeconds, await fieldOf('timeestimate')],
  );
  await call('issue.getWorkLog', [{ issueKey, worklogId: worklog.id }], '2h', 'timeSpent');
  await call('issue.getWorkLogs', [{ issueKey }], 1, 'total');
  await call('issue.updateWorkLog', [{ issueKey, worklogId: worklog.id, timeSpent: '1h' }], 3600, 'timeSpentSeconds');
  await call(
    'issue.deleteWorkLog',
    [{ issueKey, worklogId: worklog.id }],
    0,
    async () => (await fieldOf('worklog')).total,
  );
  await call('issue.addWatcher', [{ issueKey, watcher: 'tess' }], 1, async () => (await fieldOf('watches')).watchCount);
  await call('issue.getWatchers', [{ issueKey }], ['tess'], (r) => names(r.watchers));
  await call(
    'issue.removeWatcher',
    [{ issueKey, watcher: 'tess' }],
    0,
    async () => (await fieldOf('watches')).watchCount,
  );
  await check(
    'issue.vote',
    () => tess.issue.vote({ issueKey }),
    1,
    async () => (await fieldOf('votes')).votes,
  );
  await check(
    'issue.getVotes',
    () => tess.issue.getVotes({ issueKey }),
    ['tess'],
    (r) => names(r.voters),
  );
  await check(
    'issue.unvote',
    () => tess.issue.unvote({ issueKey }),
    0,
    async () => (await fieldOf('votes')).votes,
  );
  await call('component.deleteComponent', [{ id: component.id }], [], () => fieldOf('components'));
  await call('version.deleteVersion', [{ versionId: version.id }], [], async () => names(await fieldOf('fixVersions')));
  await call(
    'issue.deleteIssue',
    [{ issueKey: 'DEMO-1', deleteSubtasks: true }],
    0,
    async () => (await jira.search.search({ jql: 'parent = DEMO-1 OR key = DEMO-1', validateQuery: false })).total,
  );

  leaveOut({ ...elsewhere, ...others });
  say({ surface: surfaceOf() });
}

/** The calls of the client, and the groups that are about something else. */
function surfaceOf() {
  const skipped = new Set(Object.values(elsewhere).flatMap((groups) => groups.split(/\s+/)));
  return Object.entries(jira).flatMap(([name, group]) => {
    if (group?.jiraClient === undefined) return [];
    if (skipped.has(name)) return [name];
    const calls = Object.keys(group).filter((key) => typeof group[key] === 'function' && key !== 'buildRequestOptions');
    return calls.map((call) => `${name}.${call}`);
  });
}

await main();
