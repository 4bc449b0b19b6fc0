import { Agent, request } from 'undici';
import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld, startFake } from '../../fake/index.js';
import { formatCosts, interleave } from './interleave.js';

const API = '/rest/tms/1.0/api';
const TEMPLATES = 50;
const agent = new Agent({ connections: 1, headersTimeout: 0, bodyTimeout: 0 });
const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

/** Plans of 50 and of 5,000 cases, issues of 10 and of 10,000 steps: what a call costs by what it is about. */
export async function testManagement(): Promise<void> {
  const fake = await startFake({ world: world() });
  const call = (method: string, path: string, body?: unknown) => send(method, `${fake.url}${API}${path}`, body);
  await showLists(call);
  await showStatus(call);
  await showCopy(call);
  await Promise.all([agent.close(), fake.close()]);
}

type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function showLists(call: Call): Promise<void> {
  for (const name of ['test-case-ids', 'test-case-template-ids']) {
    const perId = (plan: string, cases: number, calls: number) => async () => {
      const started = performance.now();
      for (let made = 0; made < calls; made += 1) await call('GET', `/testplan/${name}/${plan}`);
      return (performance.now() - started) / calls / cases;
    };
    const costs = await interleave({ few: perId('SUM-2', 50, 300), many: perId('SUM-3', 5_000, 20) }, 9);
    console.log(`GET /testplan/${name}/{plan}, per case of the plan`);
    console.log(`  at    50 cases  ${formatCosts(costs.few)}`);
    console.log(`  at 5,000 cases  ${formatCosts(costs.many)}`);
    console.log(`  ratio ${(costs.many.median / costs.few.median).toFixed(2)}`);
  }
}

async function showStatus(call: Call): Promise<void> {
  const perCall = (issueId: number, rowIndex: number) => async () => {
    const started = performance.now();
    for (let made = 0; made < 300; made += 1) {
      await call('PUT', '/steps/status', { issueId, rowIndex, status: made % 2 === 0 ? 'Pass' : 'Fail' });
    }
    return (performance.now() - started) / 300;
  };
  const costs = await interleave({ few: perCall(10, 9), many: perCall(11, 9_999) }, 9);
  console.log('PUT /steps/status of the last step, per call');
  console.log(`  at     10 steps  ${formatCosts(costs.few)}`);
  console.log(`  at 10,000 steps  ${formatCosts(costs.many)}`);
  console.log(`  ratio ${(costs.many.median / costs.few.median).toFixed(2)}`);
}

async function showCopy(call: Call): Promise<void> {
  for (const copyStrategy of ['BY_TEST_CASE_TEMPLATES', 'BY_TEST_CASES']) {
    const started = performance.now();
    await call('POST', '/testplan/copy', { testPlanKey: 'SUM-3', copyStrategy });
    const seconds = (performance.now() - started) / 1_000;
    console.log(`POST /testplan/copy of 5,000 cases, ${copyStrategy}: ${seconds.toFixed(2)} s`);
  }
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const { statusCode, body: answer } = await request(url, {
    method: method as 'GET',
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    dispatcher: agent,
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${method} ${url} answered ${statusCode}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as unknown;
}

/** The bundled world with a plan of 50 cases (SUM-2), one of 5,000 (SUM-3), and cases of 10 and 10,000 steps. */
function world(): WorldInput {
  const home = documentsWorld.projects.find(({ issueTypeIds }) => issueTypeIds.includes(10502));
  if (home === undefined) throw new Error('The bundled world has no project with test management.');
  const project = { ...home, id: 900, key: 'SUM', name: 'Measured' };
  const steps = (count: number) => ({
    customfield_10101: {
      stepsRows: Array.from({ length: count }, (_, index) => ({
        isGroup: false,
        cells: [`Do ${index}`, 'x', `See ${index}`],
      })),
    },
  });
  let number = 100;
  const issue = (id: number, key: string, issueTypeId: number, fields: object, parent?: string) => ({
    id,
    key,
    issueTypeId,
    reporter: 'JIRAUSER10000',
    fields: { summary: key, ...fields },
    ...(parent !== undefined && { parent }),
  });
  const templates = Array.from({ length: TEMPLATES }, (_, index) =>
    issue(1_000 + index, `SUM-${1_000 + index}`, 10500, steps(5)),
  );
  const casesOf = (plan: string, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const id = 100_000 + number++;
      const template = `SUM-${1_000 + (index % TEMPLATES)}`;
      return issue(id, `SUM-${id}`, 10502, { ...steps(5), customfield_10103: template }, plan);
    });
  return {
    ...documentsWorld,
    projects: [...documentsWorld.projects, project],
    issues: [
      ...(documentsWorld.issues ?? []),
      issue(2, 'SUM-2', 10501, {}),
      issue(3, 'SUM-3', 10501, {}),
      issue(4, 'SUM-4', 10501, {}),
      ...templates,
      issue(10, 'SUM-10', 10502, steps(10), 'SUM-4'),
      issue(11, 'SUM-11', 10502, steps(10_000), 'SUM-4'),
      ...casesOf('SUM-2', 50),
      ...casesOf('SUM-3', 5_000),
    ],
  };
}
