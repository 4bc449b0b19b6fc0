import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOutside } from '../../../tools/install-outside.js';
import { startServer } from '../../start-server.js';
import { collections } from '../collections.js';
import type { Competitor } from '../competitor.js';

/** Mockoon's command with the data as buckets behind CRUD routes. */
export const mockoon: Competitor = {
  dialect: 'mockoon',
  without: 'its own paths and bodies; no login, no validation, no rules',
  start: (folder) => {
    const command = join(installOutside('@mockoon/cli@9.9.0'), '@mockoon/cli/bin/run.js');
    const data = join(folder, 'environment.json');
    writeFileSync(data, JSON.stringify(environment()));
    const flags = ['--repair', '--disable-log-to-file', '--disable-admin-api', '--hostname', '127.0.0.1'];
    const args = (port: number) => [command, 'start', '--data', data, '--port', String(port), ...flags];
    return startServer(process.execPath, args);
  },
};

/** A Mockoon environment with a CRUD route for each collection; what is left out, its `--repair` fills in. */
function environment() {
  const lists = Object.entries(collections());
  return {
    uuid: 'environment',
    lastMigration: 33,
    name: 'Measured',
    port: 3000,
    routes: lists.map(([name]) => ({
      uuid: `route-${name}`,
      type: 'crud',
      endpoint: name,
      responses: [
        { uuid: `response-${name}`, bodyType: 'DATABUCKET', databucketID: name, default: true, crudKey: 'id' },
      ],
    })),
    rootChildren: lists.map(([name]) => ({ type: 'route', uuid: `route-${name}` })),
    data: lists.map(([name, rows]) => ({ uuid: `data-${name}`, id: name, name, value: JSON.stringify(rows) })),
  };
}
