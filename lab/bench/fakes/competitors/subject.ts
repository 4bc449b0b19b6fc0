import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { startServer } from '../../start-server.js';
import type { Competitor } from '../competitor.js';
import { jobsWorld } from '../jobs-world.js';

/** `tracker-e2e fake` as it is packed, with a tenant opened as tests open theirs. */
export const subject: Competitor = {
  dialect: 'tracker',
  without: 'nothing left out: login, validation, journal, a tenant',
  start: async (folder) => {
    const world = join(folder, 'world.json');
    writeFileSync(world, JSON.stringify(jobsWorld()));
    const args = (port: number) => ['dist/cli/main.js', 'fake', '--port', String(port), '--world', world];
    const { url, stop } = await startServer(process.execPath, args);
    const { statusCode, body } = await request(`${url}/control/tenants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'measured' }),
    });
    const answer = await body.text();
    if (statusCode >= 300) throw new Error(`The tenant was not opened: ${answer}`);
    return { url: `${url}/measured`, stop };
  },
};
