/** Calls what jira-connector has for the tracker's resources. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, leaveOut, load, names, say, url } from './support.js';

const Connector = load('jira-connector');
const clientOf = (login) =>
  new Connector({ protocol: 'http', host: url.hostname, port: url.port, path_prefix: `${url.pathname}/`, ...login });
const jira = clientOf({ basic_auth: { username: 'admin', password: 'admin' } });
const tess = clientOf({ basic_auth: { base64: Buffer.from('tess:tess').toString('base64') } });

const byClient = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, labels: ['by-client'] };

/** Groups of calls that are about something else. */
const elsewhere = {
  'boards, sprints, epics and filters': 'backlog board epic sprint filter dashboard',
  'the configuration of the tracker, its users and its schemes':
    'applicationProperties appProperties auditing licenseRole licenseValidator password permissionScheme permissions projectValidate reindex roles screens securityLevel settings webhook workflow workflowScheme myPreferences',
  'the cloud edition, and other products': 'developmentInformation labels jql groupUserPicker',
  pictures: 'avatar',
  'properties of comments': 'comment',
  'lists of changed work': 'worklog',
};

const others = {
  boards: 'issue.getIssueEstimation issue.setIssueEstimation issue.setIssueRanks',
  'the cloud edition':
    'issue.getChangelog issue.getIssuePicker project.getVersionsPaginated user.searchPicker user.all version.getAllVersions',
  'properties of issues, projects and worklogs':
    'issue.getProperties issue.setProperty issue.getProperty issue.deleteProperty issue.setWorklogProperty issue.getWorkLogProperties issue.getWorkLogProperty project.getProjectProperties',
  'pages that are linked with a version':
    'version.getRemoteLinks version.createRemoteLink version.getRemoteLink version.deleteRemoteLink version.deleteAllRemoteLinks version.getGlobalRemoteLink',
  'the configuration of the tracker, its users and its pictures, and mails':
    'field.createCustomField group.createGroup group.addUserToGroup group.removeUserFromGroup group.deleteGroup issue.sendEmailNotification issueLinkType.createIssueLinkType issueLinkType.deleteIssueLinkType issueLinkType.editIssueLinkType issueType.createIssueType issueType.updateIssueType issueType.deleteIssueType issueType.getAlternativeIssueTypes myself.editMyself myself.changePassword project.updateRole project.addToRole user.deleteUser user.createUser user.editUser user.createTemporaryAvatar user.convertTemporaryAvatar user.deleteAvatar user.getAvatars user.getDefaultColumns user.setDefaultColumns user.resetDefaultColumns user.changePassword projectCategory.getProjectCategory',
};

async function main() {
  await check(
    'serverInfo.getServerInfo',
    () => jira.serverInfo.getServerInfo({}),
    'Bundled tracker',
    (r) => r.serverTitle,
  );
  await check(
    'myself.getMyself',
    () => jira.myself.getMyself(),
    'admin',
    (r) => r.name,
  );
  await check(
    'myself.getMyself(base64)',
    () => tess.myself.getMyself(),
    'tess',
    (r) => r.name,
  );
  await check(
    'auth.login',
    () => jira.auth.login({ username: 'tess', password: 'tess' }),
    'JSESSIONID',
    (r) => r.session.name,
  );
  await check(
    'auth.currentUser',
    () => jira.auth.currentUser(),
    'admin',
    (r) => r.name,
  );
  await check(
    'auth.logout',
    () => jira.auth.logout(),
    true,
    () => true,
  );
  await check(
    'myPermissions.getMyPermissions',
    () => tess.myPermissions.getMyPermissions({ projectKey: 'DEMO' }),
    false,
    (r) => r.permissions.ADMINISTER_PROJECTS.havePermission,
  );
  await check(
    'field.getAllFields',
    () => jira.field.getAllFields(),
    true,
    (r) => names(r).includes('Severity'),
  );
  await check(
    'customFieldOption.getCustomFieldOption',
    () => jira.customFieldOption.getCustomFieldOption({ fieldOptionId: '10003002' }),
    'Major',
    (r) => r.value,
  );
  await check(
    'issueType.getAllIssueTypes',
    () => jira.issueType.getAllIssueTypes(),
    true,
    (r) => names(r).includes('Bug'),
  );
  await check(
    'issueType.getIssueType',
    () => jira.issueType.getIssueType({ issueTypeId: '10002' }),
    'Bug',
    (r) => r.name,
  );
  await check(
    'priority.getAllPriorities',
    () => jira.priority.getAllPriorities(),
    ['Highest', 'High', 'Medium', 'Low', 'Lowest'],
    names,
  );
  await check(
    'priority.getPriority',
    () => jira.priority.getPriority({ priorityId: '2' }),
    'High',
    (r) => r.name,
  );
  await check(
    'resolution.getAllResolutions',
    () => jira.resolution.getAllResolutions(),
    true,
    (r) => names(r).includes('Done'),
  );
  await check(
    'resolution.getResolution',
    () => jira.resolution.getResolution({ resolutionId: '10000' }),
    '10000',
    (r) => r.id,
  );
  await check(
    'status.getAllStatuses',
    () => jira.status.getAllStatuses(),
    true,
    (r) => names(r).includes('In Progress'),
  );
  await check(
    'status.getStatus',
    () => jira.status.getStatus({ statusId: '5' }),
    'Done',
    (r) => r.name,
  );
  await check(
    'statusCategory.getAllStatusCategories',
    () => jira.statusCategory.getAllStatusCategories(),
    [1, 2, 4, 3],
    (r) => r.map(({ id }) => id),
  );
  await check(
    'statusCategory.getStatusCategory',
    () => jira.statusCategory.getStatusCategory({ statusCategoryIdOrKey: '3' }),
    'Done',
    (r) => r.name,
  );
  await check(
    'issueLinkType.getAvailableTypes',
    () => jira.issueLinkType.getAvailableTypes(),
    'Blocks',
    (r) => r.issueLinkTypes[0].name,
  );
  await check(
    'issueLinkType.getIssueLinkType',
    () => jira.issueLinkType.getIssueLinkType({ issueLinkTypeId: '10000' }),
    'blocks',
    (r) => r.outward,
  );
  await check('projectCategory.getAllProjectCategories', () => jira.projectCategory.getAllProjectCategories(), []);
  await check(
    'attachment.getGlobalAttachmentMetadata',
    () => jira.attachment.getGlobalAttachmentMetadata(),
    true,
    (r) => r.enabled,
  );
  await check(
    'user.getUser',
    () => jira.user.getUser({ username: 'tess' }),
    'Tess Tester',
    (r) => r.displayName,
  );
  await check('user.search', () => jira.user.search({ username: 'te' }), ['tess'], names);
  await check(
    'user.searchAssignable',
    () => jira.user.searchAssignable({ username: 'te', project: 'DEMO' }),
    ['tess'],
    names,
  );
  await check(
    'user.multiProjectSearchAssignable',
    () => jira.user.multiProjectSearchAssignable({ username: 'te', projectKeys: ['DEMO', 'KEEP'] }),
    ['tess'],
    names,
  );
  await check(
    'user.searchPermissions',
    () => jira.user.searchPermissions({ username: 'a', permissions: ['ADMINISTER_PROJECTS'], projectKey: 'DEMO' }),
    ['admin'],
    names,
  );
  await check(
    'user.viewIssueSearch',
    () => jira.user.viewIssueSearch({ username: 'te', issueKey: 'DEMO-1' }),
    ['tess'],
    names,
  );
  await check(
    'group.getGroup',
    () => jira.group.getGroup({ groupName: 'tracker-users', expand: ['users'] }),
    ['admin', 'tess'],
    (r) => names(r.users.items),
  );
  await check(
    'group.getMembers',
    () => jira.group.getMembers({ groupName: 'tracker-users' }),
    ['admin', 'tess'],
    (r) => names(r.values),
  );
  await check(
    'groups.findGroups',
    () => jira.groups.findGroups({ query: 'adm' }),
    ['tracker-administrators'],
    (r) => names(r.groups),
  );

  await check(
    'project.getAllProjects',
    () => jira.project.getAllProjects(),
    true,
    (r) => r.some(({ key }) => key === 'DEMO'),
  );
  await check(
    'project.createProject',
    () => jira.project.createProject({ key: 'MADE', name: 'Made', projectTypeKey: 'software', lead: 'admin' }),
    'MADE',
    (r) => r.key,
  );
  await check(
    'project.updateProject',
    () => jira.project.updateProject({ projectIdOrKey: 'MADE', description: 'Shown' }),
    'Shown',
    (r) => r.description,
  );
  await check(
    'project.getProject',
    () => jira.project.getProject({ projectIdOrKey: 'MADE' }),
    'Shown',
    (r) => r.description,
  );
  await check(
    'project.getStatuses',
    () => jira.project.getStatuses({ projectIdOrKey: 'MADE' }),
    'Task',
    (r) => r[0].name,
  );
  await check(
    'project.deleteProject',
    () => jira.project.deleteProject({ projectIdOrKey: 'MADE' }),
    false,
    async () => (await jira.project.getAllProjects()).some(({ key }) => key === 'MADE'),
  );
  await check(
    'project.getRoles',
    () => jira.project.getRoles({ projectIdOrKey: 'DEMO' }),
    ['Administrators', 'Users'],
    Object.keys,
  );
  await check(
    'project.getRole',
    () => jira.project.getRole({ projectIdOrKey: 'DEMO', roleId: 10002 }),
    'tracker-administrators',
    (r) => r.actors[0].name,
  );
  const component = await check(
    'component.createComponent',
    () => jira.component.createComponent({ component: { name: 'Login', project: 'DEMO' } }),
    'Login',
    (r) => r.name,
  );
  await check(
    'component.getComponent',
    () => jira.component.getComponent({ id: component.id }),
    'DEMO',
    (r) => r.project,
  );
  await check(
    'component.editComponent',
    () => jira.component.editComponent({ id: component.id, component: { description: 'The form' } }),
    'The form',
    (r) => r.description,
  );
  await check('project.getComponents', () => jira.project.getComponents({ projectIdOrKey: 'DEMO' }), ['Login'], names);
  const version = await check(
    'version.createVersion',
    () => jira.version.createVersion({ version: { name: '1.0', project: 'DEMO' } }),
    '1.0',
    (r) => r.name,
  );
  const later = await jira.version.createVersion({ version: { name: '2.0', project: 'DEMO' } });
  await check(
    'version.getVersion',
    () => jira.version.getVersion({ versionId: version.id }),
    '1.0',
    (r) => r.name,
  );
  await check(
    'version.editVersion',
    () => jira.version.editVersion({ versionId: version.id, version: { released: true } }),
    true,
    (r) => r.released,
  );
  await check(
    'version.moveVersion',
    () => jira.version.moveVersion({ versionId: later.id, position: 'First' }),
    '2.0',
    (r) => r.name,
  );
  await check('project.getVersions', () => jira.project.getVersions({ projectIdOrKey: 'DEMO' }), ['2.0', '1.0'], names);

  await check(
    'issue.getCreateMetadata',
    () => jira.issue.getCreateMetadata({ projectKeys: ['DEMO'], expand: 'projects.issuetypes.fields' }),
    'Summary',
    (r) => r.projects[0].issuetypes[0].fields.summary.name,
  );
  const created = await check(
    'issue.createIssue',
    () =>
      jira.issue.createIssue({
        fields: {
          ...byClient,
          summary: 'First',
          customfield_10003: { value: 'Major' },
          components: [{ name: 'Login' }],
          fixVersions: [{ name: '1.0' }],
        },
      }),
    'DEMO-3',
    (r) => r.key,
  );
  const issueKey = created.key;
  const fieldOf = async (name) => (await jira.issue.getIssue({ issueKey })).fields[name];
  await check(
    'issue.bulkCreate',
    () =>
      jira.issue.bulkCreate({
        issueUpdates: ['Second', 'Third'].map((summary) => ({ fields: { ...byClient, summary } })),
      }),
    2,
    (r) => r.issues.length,
  );
  await check(
    'issue.getIssue',
    () => jira.issue.getIssue({ issueKey, fields: ['summary', 'labels'], expand: ['names'] }),
    [{ summary: 'First', labels: ['by-client'] }, 'Summary'],
    (r) => [r.fields, r.names.summary],
  );
  await check(
    'issue.editIssue',
    () =>
      jira.issue.editIssue({
        issueKey,
        notifyUsers: false,
        issue: { fields: { summary: 'Changed' }, update: { labels: [{ add: 'x' }] } },
      }),
    ['Changed', ['by-client', 'x']],
    async () => [await fieldOf('summary'), await fieldOf('labels')],
  );
  await check(
    'issue.getEditMetadata',
    () => jira.issue.getEditMetadata({ issueKey }),
    'Summary',
    (r) => r.fields.summary.name,
  );
  await check(
    'issue.assignIssue',
    () => jira.issue.assignIssue({ issueKey, assignee: 'tess' }),
    'tess',
    async () => (await fieldOf('assignee')).name,
  );
  await check(
    'search.search',
    () =>
      jira.search.search({ method: 'GET', jql: 'labels = by-client ORDER BY key', maxResults: 1, fields: ['summary'] }),
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
  await check(
    'component.getRelatedIssueCounts',
    () => jira.component.getRelatedIssueCounts({ id: component.id }),
    1,
    (r) => r.issueCount,
  );
  await check(
    'version.getRelatedIssueCounts',
    () => jira.version.getRelatedIssueCounts({ versionId: version.id }),
    1,
    (r) => r.issuesFixedCount,
  );
  await check(
    'version.getUnresolvedIssueCount',
    () => jira.version.getUnresolvedIssueCount({ versionId: version.id }),
    1,
    (r) => r.issuesUnresolvedCount,
  );
  const { transitions } = await check(
    'issue.getTransitions',
    () => jira.issue.getTransitions({ issueKey }),
    ['Start', 'Finish'],
    (r) => names(r.transitions),
  );
  await check(
    'issue.transitionIssue',
    () => jira.issue.transitionIssue({ issueKey, transition: { id: transitions[0].id } }),
    'In Progress',
    async () => (await fieldOf('status')).name,
  );

  const comment = await check(
    'issue.addComment',
    () => jira.issue.addComment({ issueKey, body: 'Seen' }),
    'Seen',
    (r) => r.body,
  );
  await check(
    'issue.editComment',
    () => jira.issue.editComment({ issueKey, commentId: comment.id, comment: { body: 'Said better' } }),
    'Said better',
    (r) => r.body,
  );
  await check(
    'issue.getComment',
    () => jira.issue.getComment({ issueKey, commentId: comment.id }),
    'Said better',
    (r) => r.body,
  );
  await check(
    'issue.getComments',
    () => jira.issue.getComments({ issueKey }),
    ['Said better'],
    (r) => r.comments.map(({ body }) => body),
  );
  await check(
    'issue.deleteComment',
    () => jira.issue.deleteComment({ issueKey, commentId: comment.id }),
    0,
    async () => (await fieldOf('comment')).total,
  );
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const files = ['seen.txt', 'später.log'].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, 'all of it');
  const added = await check(
    'issue.addAttachment',
    () => jira.issue.addAttachment({ issueKey, filename: files }),
    ['seen.txt', 'später.log'],
    (r) => r.map(({ filename }) => filename),
  );
  await check(
    'attachment.getAttachment',
    () => jira.attachment.getAttachment({ attachmentId: added[1].id }),
    ['später.log', 9, 'admin'],
    (r) => [r.filename, r.size, r.author.name],
  );
  await check(
    'attachment.deleteAttachment',
    () => jira.attachment.deleteAttachment({ attachmentId: added[0].id }),
    ['später.log'],
    async () => (await fieldOf('attachment')).map(({ filename }) => filename),
  );

  await check(
    'issueLink.createIssueLink',
    () =>
      jira.issueLink.createIssueLink({
        issueLink: { type: { name: 'Blocks' }, inwardIssue: { key: issueKey }, outwardIssue: { key: 'DEMO-1' } },
      }),
    'DEMO-1',
    async () => (await fieldOf('issuelinks'))[0].outwardIssue.key,
  );
  const [link] = await fieldOf('issuelinks');
  await check(
    'issueLink.getIssueLink',
    () => jira.issueLink.getIssueLink({ linkId: link.id }),
    'Blocks',
    (r) => r.type.name,
  );
  await check(
    'issueLink.deleteIssueLink',
    () => jira.issueLink.deleteIssueLink({ linkId: link.id }),
    [],
    () => fieldOf('issuelinks'),
  );
  const remoteLink = { globalId: 'g1', object: { url: 'https://example.com', title: 'A page' } };
  const remote = await check(
    'issue.createRemoteLink',
    () => jira.issue.createRemoteLink({ issueKey, remoteLink }),
    true,
    (r) => r.id > 0,
  );
  const linkId = String(remote.id);
  await check(
    'issue.getRemoteLinks',
    () => jira.issue.getRemoteLinks({ issueKey }),
    ['g1'],
    (r) => r.map(({ globalId }) => globalId),
  );
  await check(
    'issue.updateRemoteLink',
    () => jira.issue.updateRemoteLink({ issueKey, remoteLink: { ...remoteLink, relationship: 'told in' } }),
    'told in',
    async () => (await jira.issue.getRemoteLinks({ issueKey }))[0].relationship,
  );
  await check(
    'issue.getRemoteLinkById',
    () => jira.issue.getRemoteLinkById({ issueKey, linkId }),
    'A page',
    (r) => r.object.title,
  );
  await check(
    'issue.updateRemoteLinkById',
    () =>
      jira.issue.updateRemoteLinkById({
        issueKey,
        linkId,
        remoteLink: { ...remoteLink, object: { ...remoteLink.object, title: 'Another' } },
      }),
    'Another',
    async () => (await jira.issue.getRemoteLinkById({ issueKey, linkId })).object.title,
  );
  await check(
    'issue.deleteRemoteLink',
    () => jira.issue.deleteRemoteLink({ issueKey, globalId: 'g1' }),
    [],
    () => jira.issue.getRemoteLinks({ issueKey }),
  );
  const again = await jira.issue.createRemoteLink({ issueKey, remoteLink });
  await check(
    'issue.deleteRemoteLinkById',
    () => jira.issue.deleteRemoteLinkById({ issueKey, linkId: String(again.id) }),
    [],
    () => jira.issue.getRemoteLinks({ issueKey }),
  );
  const worklog = await check(
    'issue.addWorkLog',
    () => jira.issue.addWorkLog({ issueKey, adjustEstimate: 'new', newEstimate: '1d', worklog: { timeSpent: '2h' } }),
    [7200, 28800],
    async (r) => [r.timeSpentSeconds, await fieldOf('timeestimate')],
  );
  await check(
    'issue.getWorkLog',
    () => jira.issue.getWorkLog({ issueKey, worklogId: worklog.id }),
    '2h',
    (r) => r.timeSpent,
  );
  await check(
    'issue.getWorkLogs',
    () => jira.issue.getWorkLogs({ issueKey }),
    1,
    (r) => r.total,
  );
  await check(
    'issue.updateWorkLog',
    () => jira.issue.updateWorkLog({ issueKey, worklogId: worklog.id, timeSpent: '1h' }),
    3600,
    (r) => r.timeSpentSeconds,
  );
  await check(
    'issue.deleteWorkLog',
    () => jira.issue.deleteWorkLog({ issueKey, worklogId: worklog.id }),
    0,
    async () => (await fieldOf('worklog')).total,
  );
  await check(
    'issue.addWatcher',
    () => jira.issue.addWatcher({ issueKey, watcher: 'tess' }),
    1,
    async () => (await fieldOf('watches')).watchCount,
  );
  await check(
    'issue.getWatchers',
    () => jira.issue.getWatchers({ issueKey }),
    ['tess'],
    (r) => names(r.watchers),
  );
  await check(
    'issue.removeWatcher',
    () => jira.issue.removeWatcher({ issueKey, watcher: 'tess' }),
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
  await check(
    'component.deleteComponent',
    () => jira.component.deleteComponent({ id: component.id }),
    [],
    () => fieldOf('components'),
  );
  await check(
    'version.deleteVersion',
    () => jira.version.deleteVersion({ versionId: version.id }),
    [],
    async () => names(await fieldOf('fixVersions')),
  );
  await check(
    'issue.deleteIssue',
    () => jira.issue.deleteIssue({ issueKey: 'DEMO-1', deleteSubtasks: true }),
    0,
    async () => (await jira.search.search({ jql: 'parent = DEMO-1 OR key = DEMO-1', validateQuery: false })).total,
  );

  const surface = surfaceOf();
  const there = new Set(surface);
  leaveOut(elsewhereHere());
  leaveOut(
    Object.fromEntries(
      Object.entries(others).map(([reason, calls]) => [
        reason,
        calls
          .split(/\s+/)
          .filter((call) => there.has(call))
          .join(' '),
      ]),
    ),
  );
  say({ surface });
}

const groupsOf = () => Object.entries(jira).filter(([, group]) => group?.jiraClient !== undefined);

function elsewhereHere() {
  const there = new Set(groupsOf().map(([name]) => name));
  const here = (groups) =>
    groups
      .split(/\s+/)
      .filter((name) => there.has(name))
      .join(' ');
  return Object.fromEntries(Object.entries(elsewhere).map(([reason, groups]) => [reason, here(groups)]));
}

/** The calls of the client, and the groups that are about something else. */
function surfaceOf() {
  const skipped = new Set(Object.values(elsewhere).flatMap((groups) => groups.split(/\s+/)));
  return groupsOf().flatMap(([name, group]) => {
    if (skipped.has(name)) return [name];
    const calls = Object.keys(group).filter((key) => typeof group[key] === 'function' && key !== 'buildRequestOptions');
    return calls.map((call) => `${name}.${call}`);
  });
}

await main();
