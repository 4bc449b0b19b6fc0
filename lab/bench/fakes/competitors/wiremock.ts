import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOutside } from '../../../tools/install-outside.js';
import { startServer } from '../../start-server.js';
import type { Competitor } from '../competitor.js';
import { examples } from '../examples.js';

/** WireMock with a stub for each job, its journal off. */
export const wiremock: Competitor = {
  dialect: 'tracker',
  without: 'answers a stub each time: it turns no page and keeps no change; journal off',
  start: (folder) => {
    const build = join(installOutside('wiremock@3.13.2'), 'wiremock/build');
    const jar = readdirSync(build).find((name) => name.endsWith('.jar'));
    if (jar === undefined) throw new Error(`There is no jar in ${build}.`);
    mkdirSync(join(folder, 'mappings'));
    writeFileSync(join(folder, 'mappings', 'jobs.json'), JSON.stringify({ mappings: mappings() }));
    const flags = ['--no-request-journal', '--disable-banner', '--bind-address', '127.0.0.1', '--root-dir', folder];
    return startServer('java', (port) => ['-jar', join(build, jar), '--port', String(port), ...flags]);
  },
};

function mappings(): readonly unknown[] {
  const { page, change, create } = examples();
  const mapping = (method: string, request: object, jsonBody: unknown) => ({
    request: { method, ...request },
    response: { status: 200, jsonBody, headers: { 'Content-Type': 'application/json' } },
  });
  return [
    mapping('GET', { urlPath: '/rest/ext/ad/1.0/public/user' }, page),
    mapping('PUT', { urlPath: '/rest/tms/1.0/api/steps/status' }, change),
    mapping('POST', { urlPathPattern: '/rest/api/it/1.0/default-template/template/[0-9]+' }, create),
  ];
}
