/** Runs what n8n's node for the tracker does, as workflows of that one node, and loads the lists that its form offers. */
import { check, fieldOf, leaveOut, load, names, read, say, url } from './support.js';

const { LoadNodeParameterOptions, WorkflowExecute } = load('n8n-core');
const { Workflow } = load('n8n-workflow');
const { Jira } = load('n8n-nodes-base/dist/nodes/Jira/Jira.node.js');

const node = new Jira();
const nodeTypes = { getByName: () => node, getAll: () => [node] };
const credentials = { jiraSoftwareServerApi: 'tracker' };
const login = { email: 'admin', password: 'admin', domain: url.href };
const additionalData = { credentialsHelper: { getDecrypted: () => login } };
const form = { jiraVersion: 'server', resource: 'issue' };

/** The rows that the node puts out. @throws what the workflow says of a failure */
async function execute(operation, parameters) {
  const settings = { name: 'Jira', type: 'jira', typeVersion: 1, position: [0, 0], credentials };
  const nodes = [{ ...settings, parameters: { ...form, operation, ...parameters } }];
  const workflow = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
  const run = await new WorkflowExecute(additionalData, 'manual').run(workflow, workflow.getNode('Jira'));
  const { error, runData } = run.data.resultData;
  if (error) throw new Error(error.message);
  return runData.Jira[0].data.main[0].map(({ json }) => json);
}

const call = (operation, parameters, expected, seen) =>
  check(operation, () => execute(operation, parameters), expected, seen);

function offer(method, expected, seen, currentNodeParameters = form) {
  const options = new LoadNodeParameterOptions('jira', nodeTypes, form, credentials);
  return check(method, () => options.getOptions(method, { ...additionalData, currentNodeParameters }), expected, seen);
}

async function main() {
  const [{ value: project }] = await offer('getProjects', ['Demonstration', '11101'], (r) => Object.values(r[0]));
  const types = await offer('getIssueTypes', true, (r) => names(r).includes('Bug'));
  const issueType = types.find(({ name }) => name === 'Bug').value;
  const [{ value: priority }] = await offer('getPriorities', 'Highest', '0.name');
  await offer('getGroups', true, (r) => names(r).includes('tracker-users'));
  await offer('getUsers', true, (r) => r.some(({ value }) => value === 'tess'));

  const additionalFields = { serverLabels: ['by-client'], priority, assignee: 'tess', description: 'By *hand*' };
  const [{ key }] = await call('create', { summary: 'First', project, issueType, additionalFields }, 'DEMO-3', '0.key');
  await check(
    'create(refused)',
    () => execute('create', { summary: ' ', project, issueType, additionalFields: {} }).catch(({ message }) => message),
    'Jira error response [400]: {"summary":"You must specify a summary of the issue."}',
  );
  await call(
    'get',
    { issueKey: key, additionalFields: { fields: 'summary,assignee,priority,labels', expand: 'renderedFields,names' } },
    ['First', 'tess', 'Highest', ['by-client'], 'Summary'],
    ([{ fields, names: titles }]) => [
      ...[fields.summary, fields.assignee.name, fields.priority.name, fields.labels, titles.summary],
    ],
  );
  const [{ value: statusId }] = await offer('getTransitions', ['Start', 'Finish'], names, { ...form, issueKey: key });
  await call('transitions', { issueKey: key, additionalFields: {} }, ['Start', 'Finish'], names);
  await check(
    'transitions(transitionId)',
    () => execute('transitions', { issueKey: key, additionalFields: { transitionId: statusId } }),
    ['Start'],
    names,
  );
  const updateFields = { summary: 'Changed', serverLabels: ['by-client', 'x'], assignee: 'admin', statusId };
  await call(
    'update',
    { issueKey: key, updateFields },
    ['Changed', ['by-client', 'x'], 'admin', 'In Progress'],
    async () => [
      ...[await fieldOf(key, 'summary'), await fieldOf(key, 'labels')],
      ...[(await fieldOf(key, 'assignee')).name, (await fieldOf(key, 'status')).name],
    ],
  );
  const subtaskType = types.find(({ name }) => name === 'Sub-task').value;
  await check(
    'create(sub-task)',
    () =>
      execute('create', {
        ...{ summary: 'Part', project, issueType: subtaskType },
        additionalFields: { parentIssueKey: key, serverLabels: ['by-client'] },
      }),
    ['Part'],
    async () => (await fieldOf(key, 'subtasks')).map(({ fields }) => fields.summary),
  );
  const options = { jql: 'labels = by-client ORDER BY key', fields: 'summary' };
  await call('getAll', { returnAll: false, limit: 1, options }, ['Changed'], (r) =>
    r.map(({ fields }) => fields.summary),
  );
  await check(
    'getAll(returnAll)',
    () => execute('getAll', { returnAll: true, options }),
    ['Changed', 'Part'],
    (r) => r.map(({ fields }) => fields.summary),
  );
  await call('delete', { issueKey: key, deleteSubtasks: 'true' }, ['Issue Does Not Exist'], async () => {
    const { errorMessages } = await read(`issue/${key}`);
    return errorMessages;
  });

  leaveOut({ 'the cloud edition': 'changelog getLabels', mails: 'notify' });
  const { options: operations } = node.description.properties.find(({ name }) => name === 'operation');
  say({ surface: [...operations.map(({ value }) => value), ...Object.keys(node.methods.loadOptions)] });
}

await main();
