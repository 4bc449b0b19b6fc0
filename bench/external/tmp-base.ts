import { startSlowProxy } from './slow-proxy.js';
import { startServer } from '../start-server.js';
import { spawn, execFileSync } from 'node:child_process';
import { writeFileSync, readFileSync } from 'node:fs';
const [call, project, workers, ...rest] = process.argv.slice(2);
process.chdir(process.env.WT ?? '/work/wt/external');
const cmd = ['--import', 'tsx', 'cli/main.ts'];
const world = JSON.parse(execFileSync('node', [...cmd, 'world'], { encoding: 'utf8' }));
const sandbox = JSON.parse(readFileSync('examples/sandbox.json', 'utf8'));
const t = world.templates.find((x: any) => x.id === 7);
for (let i = 0; i < 15; i++) { const fields = { ...t.fields, summary: `Bug ${i}: what happens`, description: `Steps ${i}`, labels: [`from-template-${i}`], customfield_10001: `Fixed ${i}` }; world.templates.push({ ...t, fields, id: 2000 + i, name: `Bug report ${i}` }); sandbox.templates.push({ id: 2000 + i, fields }); }
writeFileSync('/tmp/bw.json', JSON.stringify(world));
writeFileSync('/tmp/bs.json', JSON.stringify(sandbox));
const fake = await startServer('node', (port) => [...cmd, 'fake', '--port', String(port), '--world', '/tmp/bw.json']);
const proxy = await startSlowProxy(fake.url, { call: Number(call), project: Number(project) });
const started = Date.now();
const child = spawn('node', [...cmd, 'run', '--workers', workers!, ...rest], {
  stdio: 'inherit',
  env: {
    ...process.env,
    TRACKER_URL: proxy.url,
    TRACKER_USERNAME: 'admin',
    TRACKER_PASSWORD: 'admin',
    TRACKER_SANDBOX: '/tmp/bs.json',
    TRACKER_OUTPUT: '/tmp/bo',
  },
});
child.on('exit', async (code) => {
  const total = [...proxy.counts.values()].reduce((a, b) => a + b, 0);
  console.log('exit', code, 'seconds', (Date.now() - started) / 1000, 'requests', total);
  for (const [k, n] of [...proxy.counts].sort((a, b) => b[1] - a[1]).slice(0, 45))
    console.log(String(n).padStart(6), k);
  await proxy.stop();
  await fake.stop();
  process.exit(0);
});
