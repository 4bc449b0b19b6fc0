import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { basePathsSchema, openApiDocument, withAssumptions } from '../../../contracts/index.js';
import { installPrism } from '../../proof/openapi/prism.js';
import { installOutside } from '../../tools/install-outside.js';
import { usernameAt } from '../directory-sync-world.js';
import { startServer } from '../servers.js';
import type { RunningServer } from '../servers.js';
import { cellsOf, counts, ISSUE_TYPE, jobsWorld, projectKeyAt } from './jobs.js';

/** A server that you could use in place of our fake. */
export interface Competitor {
  /** The parts of the jobs that it leaves out, for the reader of the figure. */
  readonly without: string;
  /** Starts it with the data of the jobs. @param folder a folder of its own, empty */
  start(folder: string): Promise<RunningServer>;
}

/** `tracker-e2e fake` as it is packed, with a tenant opened as tests open theirs. */
export const subject: Competitor = {
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

/** A bare node:http server that does the three jobs by hand: the limit. */
export const bare: Competitor = {
  without: 'no login, no validation, no journal',
  start: (folder) => {
    const world = join(folder, 'world.json');
    writeFileSync(world, JSON.stringify(jobsWorld()));
    const script = join(import.meta.dirname, 'bare-server.ts');
    return startServer(process.execPath, (port) => ['--import', 'tsx', script, world, String(port)]);
  },
};

/** WireMock with a stub for each job, its journal off. */
export const wiremock: Competitor = {
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

/** Prism as a mock server of our OpenAPI document, with an example for each job. */
export const prism: Competitor = {
  without: 'answers an example each time: it turns no page and keeps no change; validates',
  start: (folder) => {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(documentWithExamples()));
    const flags = ['--host', '127.0.0.1', '--verboseLevel', 'silent'];
    return startServer(process.execPath, (port) => [installPrism(), 'mock', file, '--port', String(port), ...flags]);
  },
};

function documentWithExamples(): unknown {
  const basePaths = basePathsSchema.parse({});
  const document = openApiDocument({ version: '0.0.0', serverUrl: '/', basePaths, assumptions: withAssumptions({}) });
  const { page, change, create } = examples();
  const byOperation: Readonly<Record<string, unknown>> = { listUsers: page, setStepStatus: change, create };
  // Every answer that succeeds stands under 2XX, which Prism needs as the status to give.
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    const { operationId, responses } = (value ?? {}) as { operationId?: string; responses?: object };
    if (operationId === undefined || responses === undefined || !Object.hasOwn(byOperation, operationId)) return value;
    const answer = { description: 'Done.', content: { 'application/json': { example: byOperation[operationId] } } };
    return { ...(value as object), responses: { 200: answer } };
  });
}

/** One answer to each job, for servers that give the same answer each time. */
function examples() {
  const { directoryUsers = [] } = jobsWorld();
  return {
    page: {
      elements: directoryUsers.slice(0, 25).map(({ values }, place) => ({
        username: usernameAt(place),
        configurationName: 'Measured',
        fields: values,
      })),
      page: { current: 1, pageSize: 25, totalPages: counts.users / 25, totalElements: counts.users },
    },
    change: {
      stepsRows: [
        {
          isGroup: false,
          cells: cellsOf(0),
          status: { ids: [3], name: 'Pass', color: '#00875a', isFinalStatus: true },
          comments: [],
          attachments: [],
        },
      ],
    },
    create: { defaults: [{ projectKey: projectKeyAt(0), issueTypeIds: [ISSUE_TYPE] }] },
  };
}
