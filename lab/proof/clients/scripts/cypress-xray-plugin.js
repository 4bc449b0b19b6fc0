/** Calls what cypress-xray-plugin has for the tracker's resources: the client with which it reports a run of tests. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, checkCalls, fieldOf, names, say, url } from './support.js';

const plugin = join(process.env.CLIENT_MODULES, 'cypress-xray-plugin');
const part = createRequire(join(plugin, 'index.js'));
const { BaseJiraClient } = part('./src/client/jira/jira-client.js');
const { BasicAuthCredentials, PatCredentials } = part('./src/client/authentication/credentials.js');
const { AxiosRestClient } = part('./src/client/https/requests.js');
const { LOG } = part('./src/util/logging.js');

const folder = mkdtempSync(join(tmpdir(), 'client-'));
LOG.configure({ logDirectory: folder, logger: () => undefined });
const clientOf = (credentials) => new BaseJiraClient(url.href, credentials, new AxiosRestClient(part('axios').default));
const jira = clientOf(new BasicAuthCredentials('admin', 'admin'));
const call = checkCalls(jira);

async function main() {
  await call('getMyself', [], 'admin', 'name');
  await check('getMyself(token)', () => clientOf(new PatCredentials('tess-token')).getMyself(), 'tess', 'name');
  const wrong = clientOf(new BasicAuthCredentials('tess', 'wrong'));
  await check(
    'getMyself(refused)',
    () => wrong.getMyself().catch(({ message }) => message),
    'Failed to get user details',
  );
  await call('getFields', [], true, (r) =>
    r.some(({ name, schema }) => name === 'Severity' && schema.type === 'option'),
  );
  await call('getIssueTypes', [], true, (r) => names(r).includes('Bug'));

  await call(
    'editIssue',
    ['DEMO-1', { fields: { summary: 'Changed' }, update: { labels: [{ add: 'by-client' }] } }],
    ['Changed', true],
    async () => [await fieldOf('DEMO-1', 'summary'), (await fieldOf('DEMO-1', 'labels')).includes('by-client')],
  );
  await jira.editIssue('DEMO-2', { update: { labels: [{ add: 'by-client' }] } });
  await call(
    'search',
    [{ jql: 'labels = by-client ORDER BY key', fields: ['summary'], maxResults: 1 }],
    ['DEMO-1', 'DEMO-2'],
    (r) => r.map(({ key }) => key),
  );
  await check(
    'search(refused)',
    () => jira.search({ jql: 'nothing = 1' }).catch(({ message }) => message),
    'Failed to search issues',
  );
  await call(
    'transitionIssue',
    ['DEMO-1', { transition: { id: '11' } }],
    'In Progress',
    async () => (await fieldOf('DEMO-1', 'status')).name,
  );
  const files = ['first seen.txt', 'then seen.txt'].map((name) => join(folder, name));
  for (const file of files) writeFileSync(file, 'all of it');
  await call('addAttachment', ['DEMO-1', ...files], ['first seen.txt', 'then seen.txt'], async () =>
    (await fieldOf('DEMO-1', 'attachment')).map(({ filename }) => filename),
  );
  say({ surface: Object.getOwnPropertyNames(BaseJiraClient.prototype).filter((name) => name !== 'constructor') });
}

await main();
