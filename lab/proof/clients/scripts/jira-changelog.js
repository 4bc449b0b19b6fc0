/** Runs the release tool jira-changelog in a Git repository whose commits name issues. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, fieldOf, leaveOut, names, read, say, url } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
const changelog = (...args) =>
  execFileSync(process.execPath, [join(process.env.CLIENT_MODULES, 'jira-changelog/dist/scripts/cli.js'), ...args], {
    ...{ cwd: folder, encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function settings(file, password) {
  const options = { protocol: 'http', port: url.port, base: url.pathname };
  const api = { host: url.hostname, email: 'admin', token: password, options };
  const config = {
    jira: { api, baseUrl: url.href, excludeIssueTypes: ['Story'] },
    sourceControl: { defaultRange: { from: 'start', to: 'HEAD' } },
  };
  writeFileSync(join(folder, file), `module.exports = ${JSON.stringify(config)};`);
}

settings('changelog.config.js', 'admin');
settings('wrong.js', 'wrong');
git('init', '--quiet');
git('commit', '--quiet', '--allow-empty', '-m', 'Begin');
git('tag', 'start');
for (const message of ['[DEMO-1] One', '[DEMO-2] Two', '[DEMO-99] Nothing', 'No issue']) {
  git('commit', '--quiet', '--allow-empty', '-m', message);
}
const versionsOf = async (key) => names(await fieldOf(key, 'fixVersions'));
const summaries = await Promise.all(['DEMO-1', 'DEMO-2'].map((key) => fieldOf(key, 'summary')));

await check(
  '--range',
  () => changelog('--range', 'start...HEAD'),
  [true, true, true],
  (text) => [...summaries.map((summary) => text.includes(summary)), text.includes('Ticket DEMO-99 not found')],
);
await check(
  '--config(refused)',
  () => changelog('--config', 'wrong.js'),
  false,
  (text) => text.includes(summaries[0]),
);
await check(
  '--config',
  () => changelog('--config', 'changelog.config.js'),
  true,
  (text) => text.includes(summaries[0]),
);
await check(
  '--release',
  () => changelog('--release', '1.0'),
  [['1.0'], ['1.0'], ['1.0']],
  async () => [
    names(await read('project/DEMO/versions')),
    ...(await Promise.all(['DEMO-1', 'DEMO-2'].map(versionsOf))),
  ],
);
await check(
  '--release(another)',
  () => changelog('--release', '2.0'),
  ['1.0', '2.0'],
  () => versionsOf('DEMO-1'),
);
await check(
  '--release(same)',
  () => changelog('--release', '2.0'),
  ['1.0', '2.0'],
  async () => names(await read('project/DEMO/versions')),
);

leaveOut({
  'other products': '--slack',
  'no call of the tracker': '--date --version --help',
});
say({ surface: [...new Set(changelog('--help').match(/--\w+/g))] });
