/** Calls what jira.js has for the tracker's resources. Its types are those of the cloud edition; its calls fit both. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const { Version2Client } = createRequire(join(process.env.CLIENT_MODULES, 'of-clients.js'))('jira.js');
const url = new URL(process.env.TRACKER_URL);
const clientOf = (authentication) => new Version2Client({ host: url.href, authentication });
const jira = clientOf({ basic: { email: 'admin', apiToken: 'admin' } });
const tess = clientOf({ oauth2: { accessToken: 'tess-token' } });

const byClient = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, labels: ['by-client'] };
const names = (rows) => rows.map(({ name }) => name);
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
  const form = { name: 'Login', project: 'DEMO' };
  const component = await call('projectComponents.createComponent', [form], 'Login', 'name');
  const logout = await jira.projectComponents.createComponent({ name: 'Logout', project: 'DEMO' });
  await call('projectComponents.getComponent', [component.id], 'DEMO', 'project');
  await call('projectComponents.getProjectComponents', ['DEMO'], ['Login', 'Logout'], names);
  const described = { id: component.id, description: 'The form' };
  await call('projectComponents.updateComponent', [described], 'The form', 'description');
  const version = await call('projectVersions.createVersion', [{ name: '1.0', projectId: 11101 }], '1.0', 'name');
  await jira.projectVersions.createVersion({ name: '2.0', projectId: 11101 });
  await call('projectVersions.getVersion', [{ id: version.id }], false, 'released');
  await call('projectVersions.getProjectVersions', [{ projectIdOrKey: 'DEMO' }], ['1.0', '2.0'], names);

  const ofDemo = { projectKeys: ['DEMO'], expand: 'projects.issuetypes.fields' };
  await call('issues.getCreateIssueMeta', [ofDemo], 'DEMO', 'projects.0.key');
  await call('issues.getCreateIssueMetaIssueTypes', [{ projectIdOrKey: 'DEMO' }], 4, 'total');
  const ofBugs = { projectIdOrKey: 'DEMO', issueTypeId: '10002' };
  await call('issues.getCreateIssueMetaIssueTypeId', [ofBugs], true, (r) => r.total > 5);
  const parts = { components: [{ name: 'Login' }], fixVersions: [{ name: '1.0' }] };
  const bug = { ...byClient, ...parts, summary: 'First', [idOf('Severity')]: { value: 'Major' } };
  const created = await call('issues.createIssue', [{ fields: bug }], 'DEMO-3', 'key');
  const issueIdOrKey = created.key;
  const get = async (name) => (await jira.issues.getIssue({ issueIdOrKey })).fields[name];
  const field = fieldsOf(get);
  const further = { issueUpdates: ['Second', 'Third'].map((one) => ({ fields: { ...byClient, summary: one } })) };
  await call('issues.createIssues', [further], ['DEMO-4', 'DEMO-5'], (r) => r.issues.map(({ key }) => key));
  const shown = { issueIdOrKey, fields: ['summary', idOf('Severity')], expand: ['names'] };
  await call('issues.getIssue', [shown], ['First', 'Major', 'Summary'], (r) => [
    r.fields.summary,
    r.fields[idOf('Severity')].value,
    r.names.summary,
  ]);
  const edit = { issueIdOrKey, fields: { summary: 'Changed' }, update: { labels: [{ add: 'x' }] } };
  await call('issues.editIssue', [edit], ['Changed', ['by-client', 'x']], async () => [
    await get('summary'),
    await get('labels'),
  ]);
  await call('issues.assignIssue', [{ issueIdOrKey, name: 'tess' }], 'Tess Tester', field('assignee.displayName'));
  const transitions = await call('issues.getTransitions', [{ issueIdOrKey }], ['Start', 'Finish'], (r) =>
    names(r.transitions),
  );
  const start = { issueIdOrKey, transition: { id: transitions.transitions[0].id } };
  await call('issues.doTransition', [start], 'In Progress', field('status.name'));
  const first = { jql, maxResults: 1, fields: ['summary'] };
  await call('issueSearch.searchForIssuesUsingJql', [first], [3, 'Changed'], (r) => [
    r.total,
    r.issues[0].fields.summary,
  ]);
  const others = { jql, startAt: 1, fields: ['summary'] };
  await call('issueSearch.searchForIssuesUsingJqlPost', [others], ['Second', 'Third'], (r) =>
    r.issues.map((one) => one.fields.summary),
  );
  const replaced = { id: component.id, moveIssuesTo: logout.id };
  await call('projectComponents.deleteComponent', [replaced], ['Logout'], field('components', names));

  const comment = await call('issueComments.addComment', [{ issueIdOrKey, comment: 'Seen' }], 'Seen', 'body');
  const ofComment = { issueIdOrKey, id: comment.id };
  await call('issueComments.updateComment', [{ ...ofComment, comment: 'Said better' }], 'Said better', 'body');
  await call('issueComments.getComment', [ofComment], 'Said better', 'body');
  await call('issueComments.getComments', [{ issueIdOrKey }], ['Said better'], (r) =>
    r.comments.map(({ body }) => body),
  );
  await call('issueComments.deleteComment', [ofComment], 0, field('comment.total'));
  const file = { issueIdOrKey, attachment: { filename: 'später.txt', file: Buffer.from('all of it') } };
  const added = await call('issueAttachments.addAttachment', [file], ['später.txt'], (r) =>
    r.map(({ filename }) => filename),
  );
  await call('issueAttachments.getAttachment', [added[0].id], 9, 'size');
  await call('issueAttachments.getAttachmentMeta', [], true, 'enabled');
  await call('issueAttachments.removeAttachment', [added[0].id], [], field('attachment'));

  const blocks = { type: { name: 'Blocks' }, inwardIssue: { key: issueIdOrKey }, outwardIssue: { key: 'DEMO-1' } };
  await call('issueLinks.linkIssues', [blocks], 'DEMO-1', field('issuelinks.0.outwardIssue.key'));
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
  const renamed = { ...page, ...ofLink, object: { ...page.object, title: 'Another' } };
  await call(
    'issueRemoteLinks.updateRemoteIssueLink',
    [renamed],
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

function say(line) {
  console.log(JSON.stringify(line));
}

/**
 * Calls, and compares what is seen of the result with what is expected.
 *
 * @param seen what is seen of a result: a function of it, or where it stands there, such as `fields.0.name`
 * @returns the result; undefined if the call failed
 */
async function check(call, act, expected, seen = (result) => result) {
  try {
    const result = await act();
    const found = typeof seen === 'string' ? valueAt(result, seen.split('.')) : await seen(result);
    if (isDeepStrictEqual(found, expected)) say({ call, passed: true });
    else say({ call, passed: false, reason: `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}` });
    return result;
  } catch (error) {
    say({ call, passed: false, reason: wordsOf(error) });
    return undefined;
  }
}

/** `check` for a call of the client by its name: `call('issues.getIssue', ['DEMO-1'], 'DEMO-1', 'key')`. */
function call(name, args, expected, seen) {
  const path = name.split('.');
  const method = path.pop();
  const owner = valueAt(jira, path);
  return check(name, () => owner[method](...args), expected, seen);
}

/** What is seen of an issue after a call: `field('status.name')`, or `field('components', names)`. */
function fieldsOf(get) {
  return (path, see = (value) => value) => {
    const [name, ...parts] = path.split('.');
    return async () => see(valueAt(await get(name), parts));
  };
}

function valueAt(whole, path) {
  return path.reduce((part, key) => part[key], whole);
}

function wordsOf(error) {
  const words = error?.response?.data ?? error?.body ?? error?.message ?? error;
  return (typeof words === 'string' ? words : JSON.stringify(words)).split('\n')[0].slice(0, 300);
}

await main();
