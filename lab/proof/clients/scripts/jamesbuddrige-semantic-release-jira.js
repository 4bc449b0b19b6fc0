/** Takes the steps of the release tool @jamesbuddrige/semantic-release-jira, as semantic-release does. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, fieldOf, names, read, say, url } from './support.js';

const main = '@jamesbuddrige/semantic-release-jira/dist/lib/index.js';
const plugin = await import(pathToFileURL(join(process.env.CLIENT_MODULES, main)).href);

// oxlint-disable-next-line syntax/no-restricted-syntax -- the tool reads its login from the environment of its own process
process.env.JIRA_AUTH = JSON.stringify({ basic: { email: 'admin', apiToken: 'admin' } });
const config = { jiraHost: url.href, projectId: 'DEMO', ticketPrefixes: ['DEMO'], released: true };
const logged = [];
const logger = { info: () => undefined, error: (text) => logged.push(text) };
const release = (version, ...messages) => ({
  ...{ logger, nextRelease: { version, notes: 'All of it', channel: null } },
  commits: messages.map((message) => ({ message, commit: { short: 'abc' } })),
});
const versionsOf = async (key) => names(await fieldOf(key, 'fixVersions'));

await check('verifyConditions', () => plugin.verifyConditions(config, release('1.0.0')), undefined);
await check(
  'verifyConditions(refused)',
  () => plugin.verifyConditions({ ...config, projectId: 'NONE' }, release('1.0.0')).catch((error) => error),
  404,
  'status',
);
await check(
  'success',
  () => plugin.success(config, release('1.0.0', 'fix: DEMO-1 and demo-2', 'chore: nothing')),
  ['v1.0.0', true, ['v1.0.0'], ['v1.0.0']],
  async () => {
    const [{ name, released }] = await read('project/DEMO/versions');
    return [name, released, await versionsOf('DEMO-1'), await versionsOf('DEMO-2')];
  },
);
await check(
  'success(same version)',
  () => plugin.success(config, release('1.0.0', 'fix: DEMO-1')),
  [['v1.0.0'], ['v1.0.0']],
  async () => [names(await read('project/DEMO/versions')), await versionsOf('DEMO-1')],
);
await check(
  'success(unknown issue)',
  () => plugin.success(config, release('1.0.0', 'fix: DEMO-99')),
  true,
  () => logged.some((text) => text.includes('DEMO-99') && text.includes('Issue Does Not Exist')),
);
say({ surface: Object.keys(plugin) });
