import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WorldInput } from '../../contracts/index.js';

/*
 * The three jobs by hand, and nothing else: no login, no checks of what is sent, no journal.
 * An answer is one write to the socket. No server in JavaScript that does more can be faster.
 */

const { directoryUsers = [], issues = [] } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as WorldInput;
const users = directoryUsers.map(({ userKey: username, values: fields }) => ({
  ...{ username, configurationName: 'Measured', fields },
}));
const steps = new Map(
  issues.map(({ id, fields: { customfield_10101: field } }) => {
    const { stepsRows = [] } = (field ?? {}) as { stepsRows?: readonly { readonly cells: readonly string[] }[] };
    return [id, stepsRows.map(({ cells }) => ({ isGroup: false, cells, status: 'To do' }))];
  }),
);
const colors: Readonly<Record<string, object>> = {
  Pass: { ids: [3], color: '#00875a', isFinalStatus: true },
  Fail: { ids: [4], color: '#de350b', isFinalStatus: true },
};
const entries = new Map<number, object>();

const server = createServer((request, response) => {
  const { method, url = '' } = request;
  if (method === 'GET') {
    send(response, pageOf(Number(url.slice(url.indexOf('page=') + 5))));
    return;
  }
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => send(response, method === 'PUT' ? change(body) : assign(url, body)));
});

function send(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response.writeHead(200, { 'Content-Type': 'application/json;charset=UTF-8', 'Content-Length': length });
  // In one piece with the head: what `end` is given is written by itself.
  response.socket?.cork();
  response.write(text);
  response.socket?.uncork();
  response.end();
}

function pageOf(current: number): object {
  const page = { current, pageSize: 25, totalPages: Math.ceil(users.length / 25), totalElements: users.length };
  return { elements: users.slice((current - 1) * 25, current * 25), page };
}

function change(body: string): object {
  const { issueId, rowIndex, status } = JSON.parse(body) as { issueId: number; rowIndex: number; status: string };
  const step = steps.get(issueId)?.[rowIndex];
  if (step !== undefined) step.status = status;
  return { stepsRows: [{ ...step, status: { name: status, ...colors[status] }, comments: [], attachments: [] }] };
}

function assign(url: string, body: string): object {
  const templateId = Number(url.slice(url.lastIndexOf('/') + 1));
  const { defaults } = JSON.parse(body) as { defaults: { projectKey: string; issueTypeIds: number[] }[] };
  for (const { projectKey, issueTypeIds } of defaults) {
    const id = entries.size + 1;
    entries.set(id, { id, templateId, projectKey, issueTypeId: issueTypeIds[0], transitions: [] });
  }
  return { defaults };
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
