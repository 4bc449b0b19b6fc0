import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { commonAttributes } from '../../builders/directory-sync.js';
import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld } from '../../fake/index.js';
import { startServer } from '../proof/processes.js';
import { interleave, medianOf, ratioOf } from './interleave.js';

const ROUNDS = 7;
const SECONDS = 1;

/** More requests than any server here answers in a second. */
const MOST_A_SECOND = 60_000;

const counts = { users: 10_000, cases: 200, steps: 10, projects: 1_000, templates: 1_000 } as const;

const firstIds = { case: 200_000, template: 500_000 } as const;

interface Job {
  readonly what: string;
  /** Method, path and body of a request; the turn says which page, step, template and project it is about. */
  at(turn: number): readonly [method: string, path: string, body?: object];
}

const jobs: readonly Job[] = [
  {
    what: 'a page of 25 out of 10,000 users',
    at: (turn) => ['GET', `/rest/ext/ad/1.0/public/user?page=${1 + ((turn * 7_919) % (counts.users / 25))}`],
  },
  {
    what: 'the status of one step',
    at: (turn) => {
      const place = {
        issueId: firstIds.case + (turn % counts.cases),
        rowIndex: quotient(turn, counts.cases) % counts.steps,
      };
      const status = quotient(turn, counts.cases * counts.steps) % 2 === 0 ? 'Pass' : 'Fail';
      return ['PUT', '/rest/tms/1.0/api/steps/status', { ...place, status }];
    },
  },
  {
    what: 'one template into one project',
    at: (turn) => {
      const templateId = firstIds.template + (quotient(turn, counts.projects) % counts.templates);
      const defaults = [{ projectKey: `P${turn % counts.projects}`, issueTypeIds: [10001] }];
      return ['POST', `/rest/api/it/1.0/default-template/template/${templateId}`, { defaults }];
    },
  },
];

/**
 * The fake as it is packed, with a tenant that was opened as tests open theirs, against the limit: a server that does
 * the jobs by hand, without a login, checks and a journal.
 */
export async function fake(): Promise<void> {
  // wrk ends with code 1 after printing its version.
  const { stdout, stderr } = spawnSync('wrk', ['-v'], { encoding: 'utf8' });
  const [wrk] = /^wrk \S+/m.exec(`${stdout}${stderr}`) ?? [];
  if (wrk === undefined) throw new Error('wrk sends the requests: install it, such as with apt-get install wrk.');
  const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-bench-'));
  const world = join(folder, 'world.json');
  writeFileSync(world, JSON.stringify(jobsWorld()));
  const listening = /(http:\/\/127\.0\.0\.1:\d+)/;
  const subject = await startServer(['dist/cli/main.js', 'fake', '--port', '0', '--world', world], listening);
  const bare = await startServer(['--import', 'tsx', join(import.meta.dirname, 'bare-server.ts'), world], listening);
  try {
    const opened = await request(`${subject.url}/control/tenants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'measured' }),
    });
    if (opened.statusCode !== 201) throw new Error(`The tenant was not opened: ${await opened.body.text()}`);
    console.log(`Requests per second, ${ROUNDS} rounds of ${SECONDS} s each in turns, asked by ${wrk}`);
    for (const job of jobs) {
      const turns = { subject: 0, bare: 0 };
      for (const connections of [1, 16]) {
        const measure = (server: keyof typeof turns, url: string) => async () => {
          const each = await millisecondsEach(url, job, connections, turns[server], folder);
          // No two creations are alike, so each continues after the last one.
          turns[server] += Math.ceil((2_000 * SECONDS) / each);
          return each;
        };
        const measures = { subject: measure('subject', `${subject.url}/measured`), bare: measure('bare', bare.url) };
        const costs = await interleave(measures, ROUNDS);
        const [own, limit] = [costs.subject, costs.bare].map((times) => Math.round(1_000 / medianOf(times)));
        const ratio = ratioOf(costs.bare, costs.subject);
        console.log(`${job.what}, over ${connections}: ${own}, bare node:http ${limit}; ${ratio} times as fast`);
      }
    }
  } finally {
    await Promise.all([subject.stop(), bare.stop()]);
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

/**
 * Sends requests with wrk, which takes less of the machine than a process of Node does, so the servers get more.
 *
 * @param from the turn of the first request
 * @param folder the folder to write the requests to
 * @returns the average milliseconds of one
 * @throws Error if a request is refused
 */
async function millisecondsEach(url: string, job: Job, connections: number, from: number, folder: string) {
  const { origin, pathname } = new URL(url);
  const lines = Array.from({ length: MOST_A_SECOND * SECONDS }, (_, index) => {
    const [method, path, body] = job.at(from + index);
    return `${method}\t${pathname === '/' ? '' : pathname}${path}\t${body === undefined ? '' : JSON.stringify(body)}\n`;
  });
  const file = join(folder, 'requests');
  writeFileSync(file, lines.join(''));
  const script = join(import.meta.dirname, 'wrk-requests.lua');
  const options = ['-t1', `-c${connections}`, `-d${SECONDS}s`, '-s', script];
  const { stdout } = await promisify(execFile)('wrk', [...options, origin, '--', file, `Basic ${btoa('admin:admin')}`]);
  const told = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, number>;
  const { answered = 0, microseconds = 0, refused = 0, broken = 0 } = told;
  if (refused + broken > 0 || answered === 0) {
    const asked = `${job.what} at ${url}, ${connections} connections`;
    throw new Error(`Of ${answered} requests ${refused} were refused and ${broken} broke off: ${asked}`);
  }
  return microseconds / 1_000 / answered;
}

function jobsWorld(): WorldInput {
  const { users, projects, templates = [], issues = [] } = documentsWorld;
  const home = projects.find(({ issueTypeIds }) => issueTypeIds.includes(10502));
  const regular = projects.find(({ issueTypeIds }) => issueTypeIds.includes(10001));
  if (home === undefined || regular === undefined) throw new Error('The bundled world lacks the projects to copy.');
  const stepsRows = many(counts.steps, (index) => ({ isGroup: false, cells: [`Do ${index}`, 'x', `See ${index}`] }));
  const issue = (id: number, fields: object) => ({
    ...{ id, key: `SUM-${id}`, reporter: 'JIRAUSER10000', fields: { summary: `Issue ${id}`, ...fields } },
  });
  const plan = firstIds.case - 1;
  const keyAt = (place: number) => `JIRAUSER${1_000_000 + place}`;
  return {
    ...documentsWorld,
    users: [
      ...users,
      // A user's name sorts as its place does.
      ...many(counts.users, (place) => {
        const name = `user.${String(place).padStart(7, '0')}`;
        return { key: keyAt(place), name, displayName: `User ${place}`, password: 'password' };
      }),
    ],
    connections: [{ id: 100, name: 'Measured', attributes: [...commonAttributes] }],
    directoryUsers: many(counts.users, (place) => {
      const values = Object.fromEntries(commonAttributes.map((attribute) => [attribute, `${attribute} of ${place}`]));
      return { connectionId: 100, userKey: keyAt(place), values };
    }),
    projects: [
      ...projects,
      { ...home, id: 900, key: 'SUM', name: 'Measured' },
      ...many(counts.projects, (place) => {
        const own = { id: 100_000 + place, key: `P${place}`, name: `P ${place}` };
        return { ...regular, type: 'software' as const, requestTypes: [], ...own };
      }),
    ],
    templates: [
      ...templates,
      ...many(counts.templates, (place) => ({ id: firstIds.template + place, name: `Template ${place}` })),
    ],
    issues: [
      ...issues,
      { ...issue(plan, {}), issueTypeId: 10501 },
      ...many(counts.cases, (place) => {
        const made = issue(firstIds.case + place, { customfield_10101: { stepsRows } });
        return { ...made, issueTypeId: 10502, parent: `SUM-${plan}` };
      }),
    ],
  };
}

function many<Item>(count: number, make: (place: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => make(place));
}

function quotient(turn: number, by: number): number {
  return Math.floor(turn / by);
}
