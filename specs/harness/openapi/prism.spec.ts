import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { defaultAssumptions, defaultBasePaths, openApiDocument } from '../../../contracts/index.js';
import { judge } from '../../../proof/openapi/judge.js';
import { prismDocument } from '../../../proof/openapi/prism-document.js';
import { startRelay } from '../../../proof/openapi/relay.js';
import type { Passed } from '../../../proof/openapi/relay.js';

const home = defaultBasePaths['default-templates'];
const listed: Passed = { method: 'GET', url: `${home}/template/7`, hasBody: false, status: 200, violations: [] };
const wrongRequest = { location: ['request', 'body', 'defaults', '0'], message: 'must be object' };
const wrongResponse = { location: ['response', 'body', '3', 'id'], message: 'must be integer' };

/** The problems, except for endpoints without a successful call. */
function problemsOf(...passed: readonly Passed[]): string[] {
  return judge(passed, defaultBasePaths).problems.filter((problem) => !problem.endsWith('no call succeeded'));
}

/** A server that answers every request with so much text, and notes what it was sent. */
async function serverOf(answer: (url: string, body: string) => { status: number; headers?: object; body: string }) {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { status, headers = {}, body: text } = answer(`${request.method} ${request.url}`, body);
      response.writeHead(status, { ...headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('a call that succeeded must have nothing against it, and no answer may have', () => {
  expect(
    problemsOf(
      listed,
      { ...listed, violations: [wrongResponse] },
      { ...listed, violations: [{ ...wrongResponse, location: ['response', 'body', '8', 'id'] }] },
      { ...listed, hasBody: true, violations: [wrongRequest] },
      { ...listed, hasBody: true, status: 400, violations: [wrongRequest] },
      { ...listed, status: 404, violations: [{ location: ['response', 'body'], message: 'must be object' }] },
    ),
  ).toEqual([
    `default-templates GET /template/{templateId}: response.body.*.id: must be integer (2 times; GET ${home}/template/7 → 200)`,
    `default-templates GET /template/{templateId} with a body: request.body.defaults.*: must be object (1 times; GET ${home}/template/7 → 200)`,
    `default-templates GET /template/{templateId}: response.body: must be object (1 times; GET ${home}/template/7 → 404)`,
  ]);
});

test('every endpoint has to have succeeded, with a body and without', () => {
  const missing = (...passed: readonly Passed[]) => judge(passed, defaultBasePaths).problems;

  expect(missing()).toHaveLength(31);
  expect(missing({ ...listed, status: 404 })).toHaveLength(31);
  expect(missing(listed)).not.toContain('default-templates GET /template/{templateId}: no call succeeded');
  expect(missing(listed)).toContain('default-templates GET /template/{templateId} with a body: no call succeeded');
});

test('a GET that takes a body stands in Prism’s document a second time', () => {
  const options = { version: '1', serverUrl: 'http://x', basePaths: defaultBasePaths, assumptions: defaultAssumptions };
  const document = openApiDocument(options);

  const { paths } = prismDocument(document);

  const added = Object.entries(paths).filter(([path, operations]) => {
    return Object.keys(operations).length > Object.keys(document.paths[path] ?? {}).length;
  });
  expect(added.map(([path]) => path)).toEqual([`${home}/template/{templateId}`]);
  expect(added[0]?.[1]['patch']?.requestBody).toEqual(
    document.paths[`${home}/template/{templateId}`]?.['get']?.requestBody,
  );
});

test('calls go to the tracker as they were sent, whatever Prism does to them', async () => {
  const [asked, seen]: [string[], string[]] = [[], []];
  const tracker = await serverOf((call, body) => {
    asked.push(`${call} ${body}`);
    return { status: 200, body: 'as it is' };
  });
  const relay = await startRelay({
    origin: tracker.url,
    contextPath: '/jira',
    isDocumented: (path) => path.startsWith('/documented'),
  });
  const prism = await serverOf((call) => {
    seen.push(call);
    return { status: 422, body: 'no' };
  });
  relay.use(prism.url);

  const first = await fetch(`${relay.url}/other`);
  const second = await fetch(`${relay.url}/documented?a=1`, { method: 'PUT', body: '{"broken"' });
  await relay.close();
  tracker.close();
  prism.close();

  expect([await first.text(), await second.text()]).toEqual(['as it is', 'as it is']);
  expect(asked).toEqual(['GET /jira/other ', 'PUT /jira/documented?a=1 {"broken"']);
  expect(seen).toEqual(['PUT /documented?a=1']);
  expect(relay.passed).toEqual([
    {
      ...{ method: 'PUT', url: '/documented?a=1', hasBody: true, status: 200 },
      violations: [{ location: ['request'], message: 'Prism did not pass it on: 422 no' }],
    },
  ]);
});
