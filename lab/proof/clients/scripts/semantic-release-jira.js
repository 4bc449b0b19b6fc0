/** Takes the steps of the release tool semantic-release-jira, as semantic-release does. */
import { check, fieldOf, load, say, url } from './support.js';

const plugin = load('semantic-release-jira');
const config = {
  apiURL: `${url.href}/rest/api/2/issue/\${issueKey}`,
  apiJSON: '{ "update": { "labels": [ { "add": "released-in:${version}" } ] } }',
};
const logger = { debug: () => undefined, success: () => undefined, error: () => undefined };
const contextOf = (password, ...bodies) => ({
  ...{ logger, nextRelease: { version: '1.0.0' }, commits: bodies.map((body) => ({ body })) },
  env: { JIRA_USER: 'admin', JIRA_PASS: password },
});
const success = (password, ...bodies) => plugin.success(config, contextOf(password, ...bodies));

await check('verifyConditions', () => plugin.verifyConditions(config, contextOf('admin')), true);
await check(
  'success',
  () => success('admin', 'fixes it\n\nresolves DEMO-1, closes DEMO-2', 'more\n\nupdates DEMO-1'),
  [[204, 204, 204], ['login', 'released-in:1.0.0'], ['released-in:1.0.0']],
  async (r) => [
    r.map(({ statusCode }) => statusCode),
    ...(await Promise.all(['DEMO-1', 'DEMO-2'].map((key) => fieldOf(key, 'labels')))),
  ],
);
await check(
  'success(unknown issue)',
  () => success('admin', 'closes DEMO-99'),
  [404, ['Issue Does Not Exist']],
  ([r]) => [r.statusCode, JSON.parse(r.responseText).errorMessages],
);
await check('success(refused)', () => success('wrong', 'closes DEMO-1'), 401, '0.statusCode');
say({ surface: Object.keys(plugin) });
