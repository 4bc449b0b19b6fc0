/** Calls what jira.js has for the tracker's resources. Its types are those of the cloud edition; its calls fit both. */
import { check, checkCalls, fieldsOf, load, names, url } from './support.js';

const { Version2Client } = load('jira.js');
const clientOf = (authentication) => new Version2Client({ host: url.href, authentication });
const jira = clientOf({ basic: { email: 'admin', apiToken: 'admin' } });
const call = checkCalls(jira);
const tess = clientOf({ oauth2: { accessToken: 'tess-token' } });

const byClient = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, labels: ['by-client'] };
const jql = 'labels = by-client ORDER BY key';

async function main() {
  await call('serverInfo.getServerInfo', [], 'Bundled tracker', 'serverTitle');
  await call('myself.getCurrentUser', [], 'Ada Administrator', 'displayName');
  await check('myself.getCurrentUser(token)', () => tess.myself.getCurrentUser(), 'Tess Tester', 'displayName');
  const wrong = clientOf({ basic: { email: 'tess', apiToken: 'wrong' } });
  await check(
    'myself.getCurrentUser(refused)',
    () => wrong.myself.getCurrentUser().catch((error) => error.status),
    401,
  );
  await check(
    'permissions.getMyPermissions',
    () => tess.permissions.getMyPermissions({ projectKey: 'DEMO' }),
    [true, false],
    (r) => ['EDIT_ISSUES', 'ADMINISTER_PROJECTS'].map((key) => r.permissions[key].havePermission),
  );

  const fields = await call('issueFields.getFields', [], true, (r) => names(r).includes('Severity'));
  const idOf = (wanted) => fields.find(({ name }) => name === wanted).id;
  await call('issueTypes.getIssueAllTypes', [], true, (r) => names(r).includes('Bug'));
  await call('issueTypes.getIssueType', ['10002'], 'Bug', 'name');
  await call('issuePriorities.getPriorities', [], 'Highest', '0.name');
  await call('issuePriorities.getPriority', ['2'], 'High', 'name');
  await call('issueResolutions.getResolutions', [], true, (r) => names(r).includes('Done'));
  await call('issueResolutions.getResolution', [{ id: '10000' }], '10000', 'id');
  await call('issueLinkTypes.getIssueLinkTypes', [], 'Blocks', 'issueLinkTypes.0.name');
  await call('issueLinkTypes.getIssueLinkType', ['10000'], 'blocks', 'outward');
  await call('workflowStatuses.getStatuses', [], true, (r) => names(r).includes('In Progress'));
  await call('workflowStatuses.getStatus', ['5'], 'Done', 'name');
  await call('userSearch.findUsers', [{ username: 'te' }], ['Tess Tester'], (r) => r.map((user) => user.displayName));
  await call('userSearch.findAssignableUsers', [{ username: 'te', project: 'DEMO' }], ['tess'], names);
  await call('groups.findGroups', [{ query: 'admin' }], ['tracker-administrators'], (r) => names(r.groups));
  await call('groups.getUsersFromGroup', [{ groupname: 'tracker-users' }], ['admin', 'tess'], (r) => names(r.values));

  await call('projects.getProject', ['DEMO'], 'Demonstration', 'name');
  await call('projects.getAllStatuses', ['KEEP'], true, (r) => names(r[0].statuses).includes('Done'));
  await call('projects.deleteProject', ['PLAIN'], 404, () =>
    jira.projects.getProject('PLAIN').catch((error) => error.status),
  );
  const component = await call(
    'projectComponents.createComponent',
    [{ name: 'Login', project: 'DEMO' }],
    'Login',
    'name',
  );
  const logout = await jira.projectComponents.createComponent({ name: 'Logout', project: 'DEMO' });
  await call('projectComponents.getComponent', [component.id], 'DEMO', 'project');
  await call('projectComponents.getProjectComponents', ['DEMO'], ['Login', 'Logout'], names);
  await call(
    'projectComponents.updateComponent',
    [{ id: component.id, description: 'The form' }],
    'The form',
    'description',
  );
  const version = await call('projectVersions.createVersion', [{ name: '1.0', projectId: 11101 }], '1.0', 'name');
  await jira.projectVersions.createVersion({ name: '2.0', projectId: 11101 });
  await call('projectVersions.getVersion', [{ id: version.id }], false, 'released');
  await call('projectVersions.getProjectVersions', [{ projectIdOrKey: 'DEMO' }], ['1.0', '2.0'], names);

  await call(
    'issues.getCreateIssueMeta',
    [{ projectKeys: ['DEMO'], expand: 'projects.issuetypes.fields' }],
    'DEMO',
    'projects.0.key',
  );
  await call('issues.getCreateIssueMetaIssueTypes', [{ projectIdOrKey: 'DEMO' }], 4, 'total');
  await call(
    'issues.getCreateIssueMetaIssueTypeId',
    [{ projectIdOrKey: 'DEMO', issueTypeId: '10002' }],
    true,
    (r) => r.total > 5,
  );
  const summary = 'First';
  const created = await call(
    'issues.createIssue',
    [
      {
        fields: {
          ...byClient,
          summary,
          [idOf('Severity')]: { value: 'Major' },
          components: [{ name: 'Login' }],
          fixVersions: [{ name: '1.0' }],
        },
      },
    ],
    'DEMO-3',
    'key',
  );
  const issueIdOrKey = created.key;
  const get = async (name) => (await jira.issues.getIssue({ issueIdOrKey })).fields[name];
  const field = fieldsOf(get);
  await call(
    'issues.createIssues',
    [{ issueUpdates: ['Second', 'Third'].map((one) => ({ fields: { ...byClient, summary: one } })) }],
    ['DEMO-4', 'DEMO-5'],
    (r) => r.issues.map(({ key }) => key),
  );
  await call(
    'issues.getIssue',
    [{ issueIdOrKey, fields: ['summary', idOf('Severity')], expand: ['names'] }],
    ['First', 'Major', 'Summary'],
    (r) => [r.fields.summary, r.fields[idOf('Severity')].value, r.names.summary],
  );
  await call(
    'issues.editIssue',
    [{ issueIdOrKey, fields: { summary: 'Changed' }, update: { labels: [{ add: 'x' }] } }],
    ['Changed', ['by-client', 'x']],
    async () => [await get('summary'), await get('labels')],
  );
  await call('issues.assignIssue', [{ issueIdOrKey, name: 'tess' }], 'Tess Tester', field('assignee.displayName'));
  const transitions = await call('issues.getTransitions', [{ issueIdOrKey }], ['Start', 'Finish'], (r) =>
    names(r.transitions),
  );
  await call(
    'issues.doTransition',
    [{ issueIdOrKey, transition: { id: transitions.transitions[0].id } }],
    'In Progress',
    field('status.name'),
  );
  await call(
    'issueSearch.searchForIssuesUsingJql',
    [{ jql, maxResults: 1, fields: ['summary'] }],
    [3, 'Changed'],
    (r) => [r.total, r.issues[0].fields.summary],
  );
  await call(
    'issueSearch.searchForIssuesUsingJqlPost',
    [{ jql, startAt: 1, fields: ['summary'] }],
    ['Second', 'Third'],
    (r) => r.issues.map((one) => one.fields.summary),
  );
  await call(
    'projectComponents.deleteComponent',
    [{ id: component.id, moveIssuesTo: logout.id }],
    ['Logout'],
    field('components', names),
  );

  const comment = await call('issueComments.addComment', [{ issueIdOrKey, comment: 'Seen' }], 'Seen', 'body');
  const ofComment = { issueIdOrKey, id: comment.id };
  await call('issueComments.updateComment', [{ ...ofComment, comment: 'Said better' }], 'Said better', 'body');
  await call('issueComments.getComment', [ofComment], 'Said better', 'body');
  await call('issueComments.getComments', [{ issueIdOrKey }], ['Said better'], (r) =>
    r.comments.map(({ body }) => body),
  );
  await call('issueComments.deleteComment', [ofComment], 0, field('comment.total'));
  const added = await call(
    'issueAttachments.addAttachment',
    [{ issueIdOrKey, attachment: { filename: 'später.txt', file: Buffer.from('all of it') } }],
    ['später.txt'],
    (r) => r.map(({ filename }) => filename),
  );
  await call('issueAttachments.getAttachment', [added[0].id], 9, 'size');
  await call('issueAttachments.getAttachmentMeta', [], true, 'enabled');
  await call('issueAttachments.removeAttachment', [added[0].id], [], field('attachment'));

  await call(
    'issueLinks.linkIssues',
    [{ type: { name: 'Blocks' }, inwardIssue: { key: issueIdOrKey }, outwardIssue: { key: 'DEMO-1' } }],
    'DEMO-1',
    field('issuelinks.0.outwardIssue.key'),
  );
  const [link] = await get('issuelinks');
  await call('issueLinks.getIssueLink', [link.id], 'Blocks', 'type.name');
  await call('issueLinks.deleteIssueLink', [link.id], [], field('issuelinks'));
  const page = { issueIdOrKey, globalId: 'g1', object: { url: 'https://example.com', title: 'A page' } };
  const remote = await call('issueRemoteLinks.createOrUpdateRemoteIssueLink', [page], true, (r) => r.id > 0);
  const ofLink = { issueIdOrKey, linkId: String(remote.id) };
  await call('issueRemoteLinks.getRemoteIssueLinks', [{ issueIdOrKey }], ['g1'], (r) =>
    r.map(({ globalId }) => globalId),
  );
  await call('issueRemoteLinks.getRemoteIssueLinkById', [ofLink], 'A page', 'object.title');
  await call(
    'issueRemoteLinks.updateRemoteIssueLink',
    [{ ...page, ...ofLink, object: { ...page.object, title: 'Another' } }],
    'Another',
    async () => (await jira.issueRemoteLinks.getRemoteIssueLinkById(ofLink)).object.title,
  );
  await call('issueRemoteLinks.deleteRemoteIssueLinkByGlobalId', [{ issueIdOrKey, globalId: 'g1' }], [], () =>
    jira.issueRemoteLinks.getRemoteIssueLinks({ issueIdOrKey }),
  );
  const again = await jira.issueRemoteLinks.createOrUpdateRemoteIssueLink(page);
  await call('issueRemoteLinks.deleteRemoteIssueLinkById', [{ issueIdOrKey, linkId: String(again.id) }], [], () =>
    jira.issueRemoteLinks.getRemoteIssueLinks({ issueIdOrKey }),
  );

  const steps = { stepsRows: [{ isGroup: false, cells: ['Open the form', '', 'It opens'] }] };
  const plan = { project: { key: 'QA' }, issuetype: { name: 'Test Case Template' }, summary: 'Log in' };
  await check(
    'issues.createIssue(steps)',
    () => jira.issues.createIssue({ fields: { ...plan, [idOf('Steps')]: steps } }),
    [['Open the form', '', 'It opens']],
    async ({ key }) => {
      const issue = await jira.issues.getIssue({ issueIdOrKey: key });
      return issue.fields[idOf('Steps')].stepsRows.map(({ cells }) => cells);
    },
  );
  await call('issues.deleteIssue', [{ issueIdOrKey: 'DEMO-1', deleteSubtasks: true }], 404, () =>
    jira.issues.getIssue({ issueIdOrKey: 'DEMO-1' }).catch((error) => error.status),
  );
}

await main();
