import type { ServerResponse } from 'node:http';
import { expect } from '@playwright/test';
import { exitCodes } from '../../../reports/exit-codes.js';
import { judgeForecast } from '../../../cli/doctor/forecast.js';
import { forwardTo } from '../wire/servers.js';
import { answer, isFor, test } from './doctor-test.js';

const html = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html><title>Log in</title></html>');
};

const lies: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'a page with 200': html,
  'an object of something else': (response) => answer(response, 200, { hello: 'world' }),
  null: (response) => answer(response, 200, null),
  'JSON that ends in the middle': (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"name": "q');
  },
  'a redirect to itself': (response) => response.writeHead(302, { Location: '/' }).end(),
  'a Content-Length that is too large': (response) => {
    response.writeHead(200, { 'Content-Length': 1_000 }).write('{}', () => response.destroy());
  },
  'text that it calls gzip': (response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('{"name": "qa"}');
  },
  '17 MB': (response) => response.writeHead(200).end(Buffer.alloc(17_000_000, ' ')),
  'no HTTP': (response) => response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'),
};

for (const [title, lie] of Object.entries(lies)) {
  test(`a tracker that answers everything with ${title} is told of in a sentence`, async ({ subject }) => {
    const url = await subject.serve((_request, response) => lie(response));

    const { lines, predictions } = await subject.runChecks({ url });

    const [first] = lines;
    expect(first).toMatchObject({ check: 'reachable', state: 'missing' });
    expect(first?.text).toMatch(new RegExp(`^GET ${url}/rest/api/2/serverInfo(:)? .{10,300}$`));
    expect(first?.remedy).toMatch(/^.{15,300}\.$/);
    expect(judgeForecast(predictions).exitCode).toBe(exitCodes.trackerUnreachable);
  });

  test(`a tracker that answers all but who the user is with ${title} is looked at to the end`, async ({ subject }) => {
    const { origin, pathname } = new URL(subject.url);
    const relay = forwardTo(origin, (request, response) => {
      if (!isFor(request, '/serverInfo') && !isFor(request, '/myself')) lie(response);
    });

    const { lines } = await subject.runChecks({ url: `${await subject.serve(relay)}${pathname}` });

    expect(lines.filter(({ check }) => check === 'credentials')).toMatchObject([{ state: 'ok' }]);
    expect(lines.filter(({ state }) => state === 'missing').length).toBeGreaterThan(0);
    for (const { text } of lines) expect(text).toMatch(/^[^\n]{3,500}$/);
    for (const { remedy } of lines.filter(({ state }) => state === 'missing')) {
      expect(remedy).toMatch(/^[^\n]{10,500}\.$/);
    }
  });
}
