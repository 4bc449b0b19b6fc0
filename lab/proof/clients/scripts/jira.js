/** Calls what the client jira has for the tracker's resources. It knows no context path. */
import { check, leaveOut, load, names, say, url } from './support.js';

const { JiraApi } = load('jira');
const jira = new JiraApi('http', url.hostname, url.port, 'admin', 'admin', '2');
/** Calls with a callback at the end. */
const call = (name, ...args) =>
  new Promise((resolve, reject) => {
    jira[name](...args, (error, result) => (error ? reject(error) : resolve(result)));
  });

/** Says in words what a call of this client fails by. */
const saying = (words, called) =>
  called.catch((error) => {
    throw new Error(`${words} It says: ${error}`);
  });

async function main() {
  await check(
    'getCurrentUser',
    () => saying('The client sends no credentials with this call.', call('getCurrentUser')),
    'admin',
    (r) => r.name,
  );
  await check(
    'listFields',
    () => call('listFields'),
    true,
    (r) => names(r).includes('Severity'),
  );
  await check('listPriorities', () => call('listPriorities'), ['Highest', 'High', 'Medium', 'Low', 'Lowest'], names);
  await check(
    'listIssueTypes',
    () => call('listIssueTypes'),
    true,
    (r) => names(r).includes('Bug'),
  );
  await check('searchUsers', () => call('searchUsers', 'te', 0, 50, true, false), ['tess'], names);
  await check(
    'listProjects',
    () => call('listProjects'),
    true,
    (r) => r.some(({ key }) => key === 'DEMO'),
  );
  await check(
    'getProject',
    () => call('getProject', 'DEMO'),
    'Demonstration',
    (r) => r.name,
  );
  await check('listComponents', () => call('listComponents', 'DEMO'), []);
  const version = await check(
    'createVersion',
    () => call('createVersion', { name: '1.0', project: 'DEMO' }),
    '1.0',
    (r) => r.name,
  );
  await check(
    'updateVersion',
    () => call('updateVersion', { id: version.id, released: true }),
    true,
    (r) => r.released,
  );
  await check('getVersions', () => call('getVersions', 'DEMO'), ['1.0'], names);
  const fields = {
    project: { key: 'DEMO' },
    issuetype: { name: 'Bug' },
    summary: 'First',
    labels: ['by-client'],
    assignee: { name: 'admin' },
    fixVersions: [{ name: '1.0' }],
  };
  const created = await check(
    'addNewIssue',
    () => call('addNewIssue', { fields }),
    'DEMO-3',
    (r) => r.key,
  );
  const { key } = created;
  const fieldOf = async (name) => (await call('findIssue', key)).fields[name];
  await check(
    'findIssue',
    () => call('findIssue', key),
    ['First', 'admin'],
    (r) => [r.fields.summary, r.fields.assignee.name],
  );
  await check('getUnresolvedIssueCount', () => call('getUnresolvedIssueCount', version.id), 1);
  await check(
    'updateIssue',
    () => call('updateIssue', key, { fields: { summary: 'Changed' } }),
    'Changed',
    () => fieldOf('summary'),
  );
  await check(
    'searchJira',
    () => call('searchJira', 'labels = by-client', { maxResults: 1, fields: ['summary'] }),
    [1, 'Changed'],
    (r) => [r.total, r.issues[0].fields.summary],
  );
  await check(
    'getUsersIssues',
    () => call('getUsersIssues', 'admin', false),
    [key],
    (r) => r.issues.map((one) => one.key),
  );
  const transitions = await check(
    'listTransitions',
    () => call('listTransitions', key),
    ['Start', 'Finish'],
    (r) => names(r.transitions ?? r),
  );
  await check(
    'transitionIssue',
    () => call('transitionIssue', key, { transition: { id: (transitions.transitions ?? transitions)[0].id } }),
    'In Progress',
    async () => (await fieldOf('status')).name,
  );
  await check(
    'addComment',
    () => call('addComment', key, 'Seen'),
    ['Seen'],
    async () => (await fieldOf('comment')).comments.map(({ body }) => body),
  );
  await check(
    'addWorklog',
    () => call('addWorklog', key, { timeSpent: '2h' }, '1d'),
    [7200, 28800],
    async () => [await fieldOf('timespent'), await fieldOf('timeestimate')],
  );
  await check(
    'issueLink',
    () =>
      saying(
        'The client takes only the status 200 for a success; a tracker answers 201.',
        call('issueLink', { type: { name: 'Blocks' }, inwardIssue: { key }, outwardIssue: { key: 'DEMO-1' } }),
      ),
    'DEMO-1',
    async () => (await fieldOf('issuelinks'))[0].outwardIssue.key,
  );
  await check(
    'deleteIssue',
    () => call('deleteIssue', key),
    'Invalid issue number.',
    () => call('findIssue', key).catch((error) => error),
  );

  leaveOut({
    'boards and sprints':
      'findRapidView getLastSprintForRapidView getSprintIssues addIssueToSprint getBacklogForRapidView',
    webhooks: 'registerWebhook listWebhooks getWebhook deleteWebhook',
    'no call of the tracker': 'makeUri doRequest request',
  });
  const own = { ...jira, ...JiraApi.prototype };
  say({ surface: Object.keys(own).filter((name) => typeof own[name] === 'function') });
}

await main();
