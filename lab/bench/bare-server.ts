import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorldInput } from '../../contracts/index.js';

/*
 * The three jobs by hand, and nothing else: no login, no checks of what is sent, no journal.
 * An answer is one write to the socket. No server in JavaScript that does more can be faster.
 */

interface Step {
  readonly isGroup: boolean;
  readonly cells: readonly string[];
  status: string;
}

const [, , file = ''] = process.argv;
const world = JSON.parse(readFileSync(file, 'utf8')) as WorldInput;
const nameByKey = new Map(world.users.map(({ key, name }) => [key, name]));
const users = (world.directoryUsers ?? []).map(({ userKey, values }) => ({
  username: nameByKey.get(userKey) ?? '',
  configurationName: 'Measured',
  fields: values,
}));
const steps = new Map<number, Step[]>(
  (world.issues ?? []).map(({ id, fields }) => {
    const { stepsRows = [] } = (fields['customfield_10101'] ?? {}) as { stepsRows?: readonly Step[] };
    return [id, stepsRows.map((row) => ({ ...row, status: 'To do' }))];
  }),
);
const colors = new Map([
  ['Pass', { ids: [3], color: '#00875a', isFinalStatus: true }],
  ['Fail', { ids: [4], color: '#de350b', isFinalStatus: true }],
]);
const projects = new Set(world.projects.map(({ key }) => key));
const entries = new Map<number, object>();
const TEMPLATE_PATH = '/rest/api/it/1.0/default-template/template/';

const server = createServer((request, response) => {
  const { method, url = '' } = request;
  if (method === 'GET') {
    send(response, 200, pageOf(url));
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    const answer = url.startsWith(TEMPLATE_PATH) ? assign(url, body) : change(body);
    send(response, answer === undefined ? 404 : 200, answer ?? {});
  });
});

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json;charset=UTF-8',
    'Content-Length': Buffer.byteLength(text),
  });
  // In one piece with the head: what `end` is given is written by itself.
  response.socket?.cork();
  response.write(text);
  response.socket?.uncork();
  response.end();
}

function pageOf(url: string): object {
  const current = Number(url.slice(url.indexOf('page=') + 5)) || 1;
  const page = { current, pageSize: 25, totalPages: Math.ceil(users.length / 25), totalElements: users.length };
  return { elements: users.slice((current - 1) * 25, current * 25), page };
}

function change(body: string): object | undefined {
  const { issueId, rowIndex, status } = JSON.parse(body) as { issueId: number; rowIndex: number; status: string };
  const step = steps.get(issueId)?.[rowIndex];
  const color = colors.get(status);
  if (step === undefined || color === undefined) return undefined;
  step.status = status;
  const rendered = { ...step, status: { name: status, ...color }, comments: [], attachments: [] };
  return { stepsRows: [rendered] };
}

function assign(url: string, body: string): object | undefined {
  const templateId = Number(url.slice(TEMPLATE_PATH.length));
  const { defaults } = JSON.parse(body) as { defaults: { projectKey: string; issueTypeIds: number[] }[] };
  for (const { projectKey, issueTypeIds } of defaults) {
    if (!projects.has(projectKey)) return undefined;
    for (const issueTypeId of issueTypeIds) {
      const id = entries.size + 1;
      entries.set(id, { id, templateId, projectKey, issueTypeId, transitions: [] });
    }
  }
  return { defaults };
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
