import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import type { Override } from '../../../fake/index.js';
import { exchangeText } from './exchange-text.js';
import { basic } from './fake-test.js';

const COUNT = 2_000;

function asking(path: string, ...headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: x', `Authorization: ${basic('admin')}`, ...headers, '', ''].join('\r\n');
}

/** A tracker that tells each time it is asked who the caller is. */
function watched(onAsked: () => void): Override {
  return (implementation) => ({
    ...implementation,
    handlers: {
      ...implementation.handlers,
      getMyself: (call) => {
        onAsked();
        return implementation.handlers['getMyself']?.(call) ?? { status: 500 };
      },
    },
  });
}

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port);

test('thousands of requests that are sent at once are answered, in their order', async () => {
  const fake = await startFake();
  const paths = Array.from({ length: COUNT }, (_, index) => `/rest/api/2/issue/NONE-${index}?fields=`);
  const body = '{"jql":"project = DEMO","maxResults":0}';
  const login = `Host: x\r\nAuthorization: ${basic('admin')}\r\nContent-Type: application/json\r\nConnection: close`;
  const last = `POST /rest/api/2/search HTTP/1.1\r\n${login}\r\nContent-Length: ${body.length}\r\n\r\n`;

  const text = await exchangeText(portOf(fake), [
    ...paths.map((path) => asking(path)),
    last,
    body.slice(0, 9),
    body.slice(9),
  ]);

  expect(text.match(/HTTP\/1\.1 404 /g)).toHaveLength(COUNT);
  expect(text).toMatch(/HTTP\/1\.1 200 OK(?!.*HTTP\/1\.1).*"total":/s);
  expect(
    fake.control
      .tenant('main')
      .journal()
      .map(({ url }) => url)
      .slice(-3, -1),
  ).toEqual(paths.slice(-2));
  await fake.close();
});

test('requests that are sent at once leave other connections, timers and signals their turn', async () => {
  let [asked, askedAtTurn] = [0, 0];
  const fake = await startFake({
    override: watched(() => {
      if (asked === 0) setImmediate(() => (askedAtTurn = asked));
      asked += 1;
    }),
  });

  await exchangeText(portOf(fake), [
    asking('/rest/api/2/myself').repeat(COUNT) + asking('/rest/api/2/myself', 'Connection: close'),
  ]);

  expect(asked).toBe(COUNT + 1);
  expect(askedAtTurn).toBeLessThan(100);
  await fake.close();
});

test('of requests that are sent at once none is begun after the fake is told to end', async () => {
  let [asked, closing] = [0, Promise.resolve()];
  const fake = await startFake({
    override: watched(() => {
      asked += 1;
      if (asked === 5) closing = fake.close();
    }),
  });
  const socket = connect(portOf(fake), '127.0.0.1').on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));

  socket.resume().write(asking('/rest/api/2/myself').repeat(COUNT));
  await ended;
  await closing;

  expect(asked).toBeGreaterThanOrEqual(5);
  expect(asked).toBeLessThan(100);
});

test('what is no HTTP is refused after the answers to what came before it', async () => {
  const fake = await startFake();

  const text = await exchangeText(portOf(fake), [`${asking('/rest/api/2/myself').repeat(40)}NONSENSE\r\n\r\n`]);

  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array<string>(40).fill('HTTP/1.1 200'), 'HTTP/1.1 400']);
  await fake.close();
});
