/** Calls what the client jira has for the tracker's resources. It knows no context path. */
import { checkCalls, leaveOut, load, names, say, url } from './support.js';

const { JiraApi } = load('jira');
const jira = new JiraApi('http', url.hostname, url.port, 'admin', 'admin', '2');

/** Calls that the client fails by itself, and why. */
const failings = {
  getCurrentUser: 'The client sends no credentials with this call.',
  issueLink: 'The client takes only the status 200 for a success; a tracker answers 201.',
};

/** The calls of the client, which take a callback at the end, as promises. */
const promising = new Proxy(jira, {
  get:
    (_, name) =>
    (...args) =>
      new Promise((resolve, reject) => {
        const words = name in failings ? `${failings[name]} It says: ` : '';
        jira[name](...args, (error, result) => (error ? reject(`${words}${error}`) : resolve(result)));
      }),
});
const call = checkCalls(promising);

async function main() {
  await call('getCurrentUser', [], 'admin', 'name');
  await call('listFields', [], true, (r) => names(r).includes('Severity'));
  await call('listPriorities', [], ['Highest', 'High', 'Medium', 'Low', 'Lowest'], names);
  await call('listIssueTypes', [], true, (r) => names(r).includes('Bug'));
  await call('searchUsers', ['te', 0, 50, true, false], ['tess'], names);
  await call('listProjects', [], true, (r) => r.some(({ key }) => key === 'DEMO'));
  await call('getProject', ['DEMO'], 'Demonstration', 'name');
  await call('listComponents', ['DEMO'], []);
  const version = await call('createVersion', [{ name: '1.0', project: 'DEMO' }], '1.0', 'name');
  await call('updateVersion', [{ id: version.id, released: true }], true, 'released');
  await call('getVersions', ['DEMO'], ['1.0'], names);
  const fields = {
    project: { key: 'DEMO' },
    issuetype: { name: 'Bug' },
    summary: 'First',
    labels: ['by-client'],
    assignee: { name: 'admin' },
    fixVersions: [{ name: '1.0' }],
  };
  const { key } = await call('addNewIssue', [{ fields }], 'DEMO-3', 'key');
  const fieldOf = async (name) => (await promising.findIssue(key)).fields[name];
  await call('findIssue', [key], ['First', 'admin'], (r) => [r.fields.summary, r.fields.assignee.name]);
  await call('getUnresolvedIssueCount', [version.id], 1);
  await call('updateIssue', [key, { fields: { summary: 'Changed' } }], 'Changed', () => fieldOf('summary'));
  await call('searchJira', ['labels = by-client', { maxResults: 1, fields: ['summary'] }], [1, 'Changed'], (r) => [
    r.total,
    r.issues[0].fields.summary,
  ]);
  await call('getUsersIssues', ['admin', false], [key], (r) => r.issues.map((one) => one.key));
  const listed = await call('listTransitions', [key], ['Start', 'Finish'], (r) => names(r.transitions ?? r));
  const [transition] = listed.transitions ?? listed;
  await call(
    'transitionIssue',
    [key, { transition: { id: transition.id } }],
    'In Progress',
    async () => (await fieldOf('status')).name,
  );
  await call('addComment', [key, 'Seen'], ['Seen'], async () =>
    (await fieldOf('comment')).comments.map(({ body }) => body),
  );
  await call('addWorklog', [key, { timeSpent: '2h' }, '1d'], [7200, 28800], async () => [
    await fieldOf('timespent'),
    await fieldOf('timeestimate'),
  ]);
  await call(
    'issueLink',
    [{ type: { name: 'Blocks' }, inwardIssue: { key }, outwardIssue: { key: 'DEMO-1' } }],
    'DEMO-1',
    async () => (await fieldOf('issuelinks'))[0].outwardIssue.key,
  );
  await call('deleteIssue', [key], 'Invalid issue number.', () => promising.findIssue(key).catch((error) => error));

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
