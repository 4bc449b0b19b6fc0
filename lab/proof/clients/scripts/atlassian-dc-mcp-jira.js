/** Calls the tools of the MCP server @atlassian-dc-mcp/jira, over its standard input and output. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { check, fieldOf, leaveOut, names, say, url } from './support.js';

const uploads = mkdtempSync(join(tmpdir(), 'client-'));
writeFileSync(join(uploads, 'seen.txt'), 'all of it');
const server = spawn(process.execPath, [join(process.env.CLIENT_MODULES, '@atlassian-dc-mcp/jira/build/index.js')], {
  env: { ...process.env, JIRA_HOST: url.href, JIRA_API_TOKEN: 'admin-token', UPLOAD_DIRECTORY: uploads },
  stdio: ['pipe', 'pipe', 'inherit'],
});
const waiting = new Map();
createInterface({ input: server.stdout }).on('line', (line) => {
  const { id, result, error } = JSON.parse(line);
  waiting.get(id)?.(result ?? error);
});

const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

function ask(method, params) {
  const id = waiting.size;
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  send({ id, method, params });
  return answer;
}

/** What a tool answers. @throws what it says of a failure */
async function use(name, args) {
  const { content, isError } = await ask('tools/call', { name, arguments: args });
  if (isError) throw new Error(content[0].text);
  const { success, data, error, details } = JSON.parse(content[0].text);
  if (!success) throw new Error(`${error} ${JSON.stringify(details)}`);
  return data;
}

const call = (name, args, expected, seen) => check(name, () => use(name, args), expected, seen);

async function main() {
  const client = { name: 'clients', version: '1.0.0' };
  await ask('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: client });
  send({ method: 'notifications/initialized' });
  const { tools } = await ask('tools/list', {});

  const made = { projectId: 'DEMO', summary: 'First', description: 'By *hand*', issueTypeId: '10002' };
  const { key } = await call(
    'jira_createIssue',
    { ...made, customFields: { labels: ['by-client'], priority: { id: '2' }, assignee: { name: 'tess' } } },
    'DEMO-3',
    'key',
  );
  await check(
    'jira_createIssue(refused)',
    () => use('jira_createIssue', { ...made, projectId: 'NONE' }).catch(({ message }) => message),
    true,
    (message) => message.includes('{"project":"valid project is required"}'),
  );
  await call(
    'jira_getIssue',
    { issueKey: key, expand: 'renderedFields,transitions' },
    ['tess', '<p>By <b>hand</b></p>', ['Start', 'Finish']],
    (r) => [r.fields.assignee.name, r.renderedFields.description, names(r.transitions)],
  );
  await call(
    'jira_updateIssue',
    { issueKey: key, summary: 'Changed', customFields: { labels: ['by-client', 'x'] } },
    ['Changed', ['by-client', 'x']],
    async () => [await fieldOf(key, 'summary'), await fieldOf(key, 'labels')],
  );
  await call('jira_searchIssues', { jql: 'labels = by-client', maxResults: 1 }, [1, 'Changed'], (r) => [
    r.total,
    r.issues[0].fields.summary,
  ]);
  const { id } = await call('jira_postIssueComment', { issueKey: key, comment: 'Seen' }, 'admin', 'author.name');
  await call('jira_updateIssueComment', { issueKey: key, commentId: id, comment: 'Said *better*' }, id, 'id');
  await call('jira_getIssueComments', { issueKey: key, expand: 'renderedBody' }, ['<p>Said <b>better</b></p>'], (r) =>
    r.comments.map(({ renderedBody }) => renderedBody),
  );
  const { transitions } = await call('jira_getTransitions', { issueKey: key }, ['In Progress', 'Done'], (r) =>
    r.transitions.map(({ to }) => to.name),
  );
  const said = { update: { comment: [{ add: { body: 'Begun' } }] } };
  await call(
    'jira_transitionIssue',
    { issueKey: key, transitionId: transitions[0].id, customFields: said },
    ['In Progress', 'Begun'],
    async () => [(await fieldOf(key, 'status')).name, (await fieldOf(key, 'comment')).comments.at(-1).body],
  );
  await call('jira_getIssueLinkTypes', {}, 'Blocks', 'issueLinkTypes.0.name');
  await call(
    'jira_linkIssues',
    { inwardIssueKey: key, outwardIssueKey: 'DEMO-1', linkType: 'Blocks', comment: 'Waits' },
    ['DEMO-1', 'Waits'],
    async () => [
      (await fieldOf(key, 'issuelinks'))[0].outwardIssue.key,
      (await fieldOf(key, 'comment')).comments.at(-1).body,
    ],
  );
  const [link] = await fieldOf(key, 'issuelinks');
  await call('jira_unlinkIssues', { linkId: link.id }, [], () => fieldOf(key, 'issuelinks'));
  const upload = { issueKey: key, sourcePath: 'seen.txt', filename: 'what was seen.txt' };
  await call('jira_uploadAttachment', upload, 'what was seen.txt', '0.filename');
  await call('jira_downloadAttachment', { issueKey: key }, 'all of it', 'attachments.0.content');

  leaveOut({ 'other products': 'jira_getIssueDevelopmentInfo' });
  say({ surface: names(tools) });
  server.kill();
}

await main();
