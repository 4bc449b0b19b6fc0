import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOutside } from '../../../tools/install-outside.js';
import { startServer } from '../../start-server.js';
import { collections } from '../collections.js';
import type { Competitor } from '../competitor.js';

/** json-server with the data as collections. */
export const jsonServer: Competitor = {
  dialect: 'json-server',
  without: 'its own paths and bodies; no login, no validation, no rules',
  start: (folder) => {
    const command = join(installOutside('json-server@0.17.4'), 'json-server/lib/cli/bin.js');
    const data = join(folder, 'data.json');
    writeFileSync(data, JSON.stringify(collections()));
    const args = (port: number) => [command, '--quiet', '--host', '127.0.0.1', '--port', String(port), data];
    return startServer(process.execPath, args);
  },
};
