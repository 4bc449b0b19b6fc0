import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../../start-server.js';
import type { Competitor } from '../competitor.js';
import { jobsWorld } from '../jobs-world.js';

/** A bare node:http server that does the three jobs by hand: the limit. */
export const bare: Competitor = {
  dialect: 'tracker',
  without: 'no login, no validation, no journal',
  start: (folder) => {
    const world = join(folder, 'world.json');
    writeFileSync(world, JSON.stringify(jobsWorld()));
    const script = join(import.meta.dirname, 'bare-server.ts');
    return startServer(process.execPath, (port) => ['--import', 'tsx', script, world, String(port)]);
  },
};
