import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commonAttributes } from '../../builders/directory-sync.js';
import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/worlds/documents.js';
import { startCommand } from '../proof/processes.js';
import { interleave, medianOf, ratioOf } from './interleave.js';

const ROUNDS = 7;

/** More requests than any server here answers in a second. */
const MOST_A_SECOND = 60_000;

const counts = { users: 10_000, pages: 400, cases: 200, steps: 10, projects: 1_000, templates: 1_000 } as const;

const firstIds = { case: 200_000, template: 500_000 } as const;

/** Method, path and body of a request of each job; the turn says which page, step, template and project it is about. */
const jobs: Readonly<Record<string, (turn: number) => readonly [method: string, path: string, body?: object]>> = {
  'a page of 25 users': (turn) => ['GET', `/rest/ext/ad/1.0/public/user?page=${1 + ((turn * 7_919) % counts.pages)}`],
  'the status of one step': (turn) => {
    const round = Math.floor(turn / counts.cases);
    const place = { issueId: firstIds.case + (turn % counts.cases), rowIndex: round % counts.steps };
    const status = Math.floor(round / counts.steps) % 2 === 0 ? 'Pass' : 'Fail';
    return ['PUT', '/rest/tms/1.0/api/steps/status', { ...place, status }];
  },
  'one template into one project': (turn) => {
    const templateId = firstIds.template + (Math.floor(turn / counts.projects) % counts.templates);
    const defaults = [{ projectKey: `P${turn % counts.projects}`, issueTypeIds: [10001] }];
    return ['POST', `/rest/api/it/1.0/default-template/template/${templateId}`, { defaults }];
  },
};

/**
 * The fake as it is packed, with a tenant that was opened as tests open theirs, against the limit: a server that does
 * the jobs by hand, without a login, checks and a journal.
 */
export async function fake(): Promise<void> {
  if (spawnSync('wrk').error) throw new Error('wrk sends the requests: install it, such as with apt-get install wrk.');
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-bench-'));
  const world = join(folder, 'world.json');
  writeFileSync(world, JSON.stringify(jobsWorld()));
  const subject = await serve('dist/cli/main.js', 'fake', '--port', '0', '--world', world);
  const bare = await serve('--import', 'tsx', join(import.meta.dirname, 'bare-server.ts'), world);
  try {
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"measured"}' };
    const opened = await fetch(`${subject.url}/control/tenants`, asked);
    if (opened.status !== 201) throw new Error(`The tenant was not opened: ${await opened.text()}`);
    console.log(`Requests per second over 16 connections, ${ROUNDS} rounds of a second each in turns, asked by wrk`);
    for (const [what, job] of Object.entries(jobs)) {
      const measure = (url: string, context: string) => {
        let turn = 0;
        return () => {
          // No two creations are alike, so each round continues after the last one.
          const lines = many(MOST_A_SECOND, () => {
            const [method, path, body] = job(turn);
            turn += 1;
            return `${method}\t${context}${path}\t${body === undefined ? '' : JSON.stringify(body)}\n`;
          });
          writeFileSync(join(folder, 'requests'), lines.join(''));
          return millisecondsEach(url, join(folder, 'requests'));
        };
      };
      const measures = { subject: measure(subject.url, '/measured'), bare: measure(bare.url, '') };
      const costs = await interleave(measures, ROUNDS);
      const [own, limit] = [costs.subject, costs.bare].map((times) => Math.round(1_000 / medianOf(times)));
      console.log(`${what}: ${own}, bare node:http ${limit}; ${ratioOf(costs.bare, costs.subject)} times as fast`);
    }
  } finally {
    await Promise.all([subject.stop(), bare.stop()]);
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

/** Starts a server with Node, and waits until it prints its URL. */
async function serve(...args: readonly string[]) {
  const { child, written, ended } = startCommand([process.execPath, ...args], {});
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(written.stdout) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(({ output }) => reject(new Error(`${args.join(' ')} ended before it served: ${output}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, stop };
}

/** Sends the requests of a file with wrk. @returns the average milliseconds of one @throws Error if one is refused */
async function millisecondsEach(url: string, file: string): Promise<number> {
  const options = ['-t1', '-c16', '-d1s', '-s', join(import.meta.dirname, 'wrk-requests.lua'), url, '--'];
  const { stdout } = await promisify(execFile)('wrk', [...options, file, `Basic ${btoa('admin:admin')}`]);
  const [, perSecond] = /^Requests\/sec: +([\d.]+)$/m.exec(stdout) ?? [];
  // Answers that refuse, and requests that broke off or found no answer.
  if (!(Number(perSecond) > 0) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return 1_000 / Number(perSecond);
}

function jobsWorld(): WorldInput {
  const { users, projects, templates = [], issues = [] } = documentsWorld;
  const testCase = issues.find(({ issueTypeId }) => issueTypeId === 10502);
  const project = projects.find(({ issueTypeIds }) => issueTypeIds.includes(10001));
  if (testCase === undefined || project === undefined) throw new Error('The bundled world lacks what is copied.');
  const stepsRows = many(counts.steps, (index) => ({ isGroup: false, cells: [`Do ${index}`, 'x', `See ${index}`] }));
  const fields = { ...testCase.fields, customfield_10101: { stepsRows } };
  const keyAt = (place: number) => `JIRAUSER${1_000_000 + place}`;
  // A user's name sorts as its place does.
  const made = many(counts.users, (place) => {
    const name = `user.${String(place).padStart(7, '0')}`;
    return { key: keyAt(place), name, displayName: `User ${place}`, password: 'password' };
  });
  const copies = many(counts.projects, (place) => {
    const own = { id: 100_000 + place, key: `P${place}`, name: `P ${place}` };
    return { ...project, type: 'software' as const, requestTypes: [], ...own };
  });
  const ids = many(counts.cases, (place) => firstIds.case + place);
  const named = many(counts.templates, (place) => ({ id: firstIds.template + place, name: `Template ${place}` }));
  return {
    ...documentsWorld,
    users: [...users, ...made],
    connections: [{ id: 100, name: 'Measured', attributes: [...commonAttributes] }],
    directoryUsers: many(counts.users, (place) => {
      const values = Object.fromEntries(commonAttributes.map((attribute) => [attribute, `${attribute} of ${place}`]));
      return { connectionId: 100, userKey: keyAt(place), values };
    }),
    projects: [...projects, ...copies],
    templates: [...templates, ...named],
    issues: [...issues, ...ids.map((id) => ({ ...testCase, id, key: `QA-${id}`, fields }))],
  };
}

function many<Item>(count: number, make: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => make(place));
}
