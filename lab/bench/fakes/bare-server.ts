import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WorldInput } from '../../../contracts/index.js';

/*
 * The three jobs by hand, and nothing else: no login, no checks of what is sent, no journal.
 * An answer is one write to the socket. No server in JavaScript that does more can be faster.
 */

interface Step {
  readonly isGroup: boolean;
  readonly cells: readonly string[];
  status: string;
}

interface User {
  readonly username: string;
  readonly configurationName: string;
  readonly fields: Readonly<Record<string, string>>;
}

const [, , file = '', port = '0'] = process.argv;
const world = JSON.parse(readFileSync(file, 'utf8')) as WorldInput;
const nameByKey = new Map(world.users.map(({ key, name }) => [key, name]));
const users: User[] = (world.directoryUsers ?? []).map(({ userKey, values }) => ({
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
  if (method === 'GET') answerPage(url, response);
  else if (url.startsWith(TEMPLATE_PATH)) {
    readBody(request, (body) => {
      assign(Number(url.slice(TEMPLATE_PATH.length)), body, response);
    });
  } else {
    readBody(request, (body) => {
      change(body, response);
    });
  }
});

function readBody(request: IncomingMessage, use: (body: string) => void): void {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    use(body);
  });
}

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

function answerPage(url: string, response: ServerResponse): void {
  const current = Number(url.slice(url.indexOf('page=') + 5)) || 1;
  send(response, 200, {
    elements: users.slice((current - 1) * 25, current * 25),
    page: { current, pageSize: 25, totalPages: Math.ceil(users.length / 25), totalElements: users.length },
  });
}

function change(body: string, response: ServerResponse): void {
  const { issueId, rowIndex, status } = JSON.parse(body) as { issueId: number; rowIndex: number; status: string };
  const step = steps.get(issueId)?.[rowIndex];
  const color = colors.get(status);
  if (step === undefined || color === undefined) {
    send(response, 404, {});
    return;
  }
  step.status = status;
  const rendered = { ...step, status: { name: status, ...color }, comments: [], attachments: [] };
  send(response, 200, { stepsRows: [rendered] });
}

function assign(templateId: number, body: string, response: ServerResponse): void {
  const { defaults } = JSON.parse(body) as { defaults: { projectKey: string; issueTypeIds: number[] }[] };
  for (const { projectKey, issueTypeIds } of defaults) {
    if (!projects.has(projectKey)) {
      send(response, 400, {});
      return;
    }
    for (const issueTypeId of issueTypeIds) {
      const id = entries.size + 1;
      entries.set(id, { id, templateId, projectKey, issueTypeId, transitions: [] });
    }
  }
  send(response, 200, { defaults });
}

server.listen(Number(port), '127.0.0.1');
