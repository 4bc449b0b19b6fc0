/** Calls what jira-client has for the tracker's resources. */
import { createReadStream, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, checkCalls, fieldsOf, load, names, url } from './support.js';

const JiraClient = load('jira-client');
const clientOf = (login) =>
  new JiraClient({
    protocol: 'http',
    host: url.hostname,
    port: url.port,
    base: url.pathname,
    apiVersion: '2',
    ...login,
  });
const jira = clientOf({ username: 'admin', password: 'admin' });
const call = checkCalls(jira);
const tess = clientOf({ bearer: 'tess-token' });

const byClient = { project: { key: 'DEMO' }, issuetype: { name: 'Bug' }, labels: ['by-client'] };

async function main() {
  await call('getServerInfo', [], 'Bundled tracker', 'serverTitle');
  await call('getCurrentUser', [], 'admin', 'name');
  await check('getCurrentUser(token)', () => tess.getCurrentUser(), 'tess', 'name');
  const wrong = clientOf({ username: 'tess', password: 'wrong' });
  await check(
    'getCurrentUser(refused)',
    () => wrong.getCurrentUser().catch(String),
    true,
    (r) => r.includes('AUTHENTICATED_FAILED'),
  );
  await call('genericGet', ['serverInfo'], 'Server', 'deploymentType');
  const fields = await call('listFields', [], true, (r) => names(r).includes('Severity'));
  const severity = fields.find(({ name }) => name === 'Severity').id;
  await call('listIssueTypes', [], true, (r) => names(r).includes('Bug'));
  await call('listPriorities', [], ['Highest', 'High', 'Medium', 'Low', 'Lowest'], names);
  await call('listStatus', [], true, (r) => names(r).includes('In Progress'));
  await call('listIssueLinkTypes', [], ['Blocks', 'Cloners', 'Duplicate', 'Relates'], (r) => names(r.issueLinkTypes));
  const ofDemo = { projectKeys: 'DEMO', expand: 'projects.issuetypes.fields' };
  await call('getIssueCreateMetadata', [ofDemo], 'Summary', 'projects.0.issuetypes.0.fields.summary.name');
  await call('searchUsers', [{ username: 'te' }], ['tess'], names);
  await call('getUsersInGroup', ['tracker-users'], ['admin', 'tess'], (r) => names(r.users.items));
  await call('getMembersOfGroup', ['tracker-users'], ['admin', 'tess'], (r) => names(r.values));

  await call('listProjects', [], true, (r) => r.some(({ key }) => key === 'DEMO'));
  await call('getProject', ['DEMO'], 'admin', 'lead.name');
  const made = { key: 'MADE', name: 'Made', projectTypeKey: 'software', lead: 'admin' };
  await call('createProject', [made], 'MADE', 'key');
  const component = await call('addNewComponent', [{ name: 'Login', project: 'DEMO' }], 'Login', 'name');
  const logout = await jira.addNewComponent({ name: 'Logout', project: 'DEMO' });
  await call('listComponents', ['DEMO'], ['Login', 'Logout'], names);
  await call('updateComponent', [component.id, { description: 'The form' }], 'The form', 'description');
  const version = await call('createVersion', [{ name: '1.0', project: 'DEMO' }], '1.0', 'name');
  await jira.createVersion({ name: '2.0', project: 'DEMO' });
  await call('getVersion', [version.id], 11101, 'projectId');
  await call('getVersions', ['DEMO'], ['1.0', '2.0'], names);

  const parts = { components: [{ name: 'Login' }], fixVersions: [{ name: '1.0' }] };
  const bug = { ...byClient, ...parts, summary: 'First', [severity]: { value: 'Major' } };
  const { key } = await call('addNewIssue', [{ fields: bug }], 'DEMO-3', 'key');
  const get = async (name) => (await jira.findIssue(key)).fields[name];
  const field = fieldsOf(get);
  await call('findIssue', [key, 'names', `summary,${severity}`], ['First', 'Major', 'Summary'], (r) => [
    r.fields.summary,
    r.fields[severity].value,
    r.names.summary,
  ]);
  const edit = { fields: { summary: 'Changed' }, update: { labels: [{ add: 'x' }] } };
  await call('updateIssue', [key, edit], ['Changed', ['by-client', 'x']], async () => [
    await get('summary'),
    await get('labels'),
  ]);
  await call('updateAssignee', [key, 'tess'], 'tess', field('assignee.name'));
  await call('searchJira', ['labels = by-client', { maxResults: 1, fields: ['summary'] }], [1, 'Changed'], (r) => [
    r.total,
    r.issues[0].fields.summary,
  ]);
  await call('getUsersIssues', ['tess', false], [key], (r) => r.issues.map((one) => one.key));
  const listed = await call('listTransitions', [key], ['Start', 'Finish'], (r) => names(r.transitions));
  const start = { transition: { id: listed.transitions[0].id } };
  await call('transitionIssue', [key, start], 'In Progress', field('status.name'));
  await call('deleteComponent', [component.id, logout.id], ['Logout'], field('components', names));

  const comment = await call('addComment', [key, 'Seen'], 'admin', 'author.name');
  await call('addCommentAdvanced', [key, { body: 'Seen twice' }], 'Seen twice', 'body');
  await call('updateComment', [key, comment.id, 'Said better'], 'Said better', 'body');
  await call('getComment', [key, comment.id], 'Said better', 'body');
  await call('getComments', [key], ['Said better', 'Seen twice'], (r) => r.comments.map(({ body }) => body));
  await call('deleteComment', [key, comment.id], 1, async () => (await jira.getComments(key)).total);
  const file = join(mkdtempSync(join(tmpdir(), 'client-')), 'what was seen.txt');
  writeFileSync(file, 'all of it');
  const [attachment] = await call('addAttachmentOnIssue', [key, createReadStream(file)], ['what was seen.txt'], (r) =>
    r.map(({ filename }) => filename),
  );
  await call('downloadAttachment', [attachment], 'all of it', String);
  await call('deleteAttachment', [attachment.id], [], field('attachment'));

  const blocks = { type: { name: 'Blocks' }, inwardIssue: { key }, outwardIssue: { key: 'DEMO-1' } };
  await call('issueLink', [blocks], 'DEMO-1', field('issuelinks.0.outwardIssue.key'));
  const [link] = await get('issuelinks');
  await call('deleteIssueLink', [link.id], [], field('issuelinks'));
  const page = { object: { url: 'https://example.com', title: 'A page' } };
  const remote = await call('createRemoteLink', [key, page], true, (r) => r.id > 0);
  await call('getRemoteLinks', [key], ['A page'], (r) => r.map(({ object }) => object.title));
  await call('deleteRemoteLink', [key, remote.id], [], () => jira.getRemoteLinks(key));
  await call('deleteIssue', [key], true, () =>
    jira.findIssue(key).catch((error) => String(error).includes('Issue Does Not Exist')),
  );
}

await main();
