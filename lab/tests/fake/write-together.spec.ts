import { connect } from 'node:net';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { basic, test } from './fake-test.js';

const COUNT = 40;

test('requests that arrive together are each answered on their own connection', async ({ open }) => {
  const { call } = open();

  const replies = await Promise.all(
    Array.from({ length: COUNT }, (_, index) => call('GET', `/rest/api/2/project/NONE${index}`)),
  );

  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: COUNT }, () => 404));
  const told = replies.map(({ body }, index) => JSON.stringify(body).includes(`NONE${index}'`));
  expect(told).toEqual(Array.from({ length: COUNT }, () => true));
});

test('whoever goes away before the answer keeps nobody else from theirs', async ({ open }) => {
  const { call, url, tenant } = open();
  const { hostname, port, pathname } = new URL(url);
  const sockets = Array.from({ length: COUNT }, () => connect(Number(port), hostname));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));

  for (const socket of sockets) {
    socket.write(
      `GET ${pathname}/rest/api/2/myself HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('admin')}\r\n\r\n`,
      () => {
        socket.destroy();
      },
    );
  }
  const replies = await Promise.all(Array.from({ length: COUNT }, () => call('GET', '/rest/api/2/myself')));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  await expect.poll(() => tenant.journal().length).toBe(2 * COUNT);
});

test('requests sent one after the other without waiting are answered in their order', async ({ open }) => {
  const { url } = open();
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const get = (key: string, more = '') =>
    `GET ${pathname}/rest/api/2/project/${key} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('admin')}\r\n${more}\r\n`;

  socket.write(get('FIRST') + get('SECOND') + get('THIRD', 'Connection: close\r\n'));
  let answers = '';
  for await (const chunk of socket) answers += String(chunk);

  expect(answers.match(/FIRST|SECOND|THIRD/g)).toEqual(['FIRST', 'SECOND', 'THIRD']);
});
