import { expect, test as base } from '@playwright/test';
import { limits } from '../../../fake/server/limits.js';
import { ReceivedBytes } from '../../../fake/server/request-body.js';
import { documentsWorld } from '../../../fake/worlds/documents.js';
import { startOpenFake } from '../../proof/open-fake.js';
import { basic, connected, requestText } from './fake-test.js';

const MEGABYTE = 1024 * 1024;

const ISSUE = '/rest/api/2/issue/DEMO-1/attachments';
const STEP = '/rest/tms/1.0/api/steps/attachment?issueId=12005&rowIndex=0';

const token = { 'x-atlassian-token': 'no-check' };

type CountedFake = Awaited<ReturnType<typeof startCountedFake>>;

/** Playwright's `test` with a fake of its own, which holds at most so many bytes of bodies at once. */
const test = base.extend<{ fake: CountedFake; limit: number | undefined }>({
  limit: [undefined, { option: true }],
  fake: async ({ limit }, use) => {
    const fake = await startCountedFake(limit);
    await use(fake);
    await fake.close();
  },
});

function form(count: number, bytes: number, part = 'file'): FormData {
  const body = new FormData();
  for (let index = 0; index < count; index += 1) body.append(part, new Blob([Buffer.alloc(bytes)]), `${index}.bin`);
  return body;
}

/** Uploads with Node's own client, which fails if the connection ends while it sends. */
async function upload(
  { url }: CountedFake,
  path: string,
  body: FormData,
  { user = 'admin', ...headers }: Readonly<Record<string, string>> = token,
) {
  const login = user === '' ? {} : { authorization: basic(user) };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers: { ...login, ...headers }, body });
  return { status: response.status, text: await response.text() };
}

const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
const END = '\r\n--b--\r\n';

test.describe('an upload that is refused anyway', () => {
  for (const [why, path, headers, status, part] of [
    ['as its part has another name', ISSUE, token, 400, 'photo'],
    ['without a login', ISSUE, { ...token, user: '' }, 401],
    ['without a login, to a step', STEP, { user: '' }, 401],
    ['with a wrong password', ISSUE, { ...token, user: '', authorization: basic('admin', 'wrong') }, 401],
    ['without the XSRF header', ISSUE, {}, 403],
    ['with a query that does not fit', '/rest/tms/1.0/api/steps/attachment', {}, 400],
    ['to a path that is not there', '/rest/api/2/issue/DEMO-1/attachment', token, 404],
  ] as const) {
    test(`${why} is answered with ${status}, and none of it is held`, async ({ fake }) => {
      const reply = await upload(fake, path, form(2, 9 * MEGABYTE, part), headers);

      expect(reply.status).toBe(status);
      expect(fake.received.peak).toBe(0);
    });
  }
});

test.describe('limits of an upload', () => {
  test('more than 64 MB in all are answered with 413, and no more than that was held', async ({ fake }) => {
    const reply = await upload(fake, ISSUE, form(8, 9 * MEGABYTE));

    expect(reply).toMatchObject({
      status: 413,
      text: expect.stringContaining(`The upload is larger than ${limits.upload} bytes.`),
    });
    expect(fake.received.peak).toBeLessThanOrEqual(limits.upload);
    await expect.poll(() => fake.received.held).toBe(0);
  });

  for (const [what, path, issue] of [
    ['an issue', ISSUE, 'DEMO-1'],
    ['a step', STEP, '12005'],
  ] as const) {
    test(`a file of 10 MB is added to ${what}, one with a byte more is not`, async ({ fake }) => {
      const attachments = async () => {
        const response = await fetch(`${fake.url}/rest/api/2/issue/${issue}`, {
          headers: { authorization: basic('admin') },
        });
        return ((await response.json()) as { fields: { attachment: { size: number }[] } }).fields.attachment;
      };
      const before = await attachments();

      const taken = await upload(fake, path, form(1, 10 * MEGABYTE));
      const refused = await upload(fake, path, form(1, 10 * MEGABYTE + 1));

      expect([taken.status, refused.status]).toStrictEqual([200, 413]);
      expect((await attachments()).slice(before.length).map(({ size }) => size)).toStrictEqual([10 * MEGABYTE]);
    });
  }
});

test('a body that is no form, or a part without a name, is refused with 400, and the fake goes on', async ({
  fake,
}) => {
  const part = (described: string) => `--b\r\nContent-Disposition: form-data${described}\r\n\r\nx\r\n--b--\r\n`;
  const bodies = [part(''), part('; filename="a"'), part('; name="file"; filename="a"').slice(0, -8), '--b', 'x', ''];
  for (const path of [ISSUE, ISSUE.replace('DEMO-1', 'NOPE-1'), STEP]) {
    for (const body of bodies) {
      const headers = { ...token, authorization: basic('admin'), 'content-type': 'multipart/form-data; boundary=b' };
      const { status } = await fetch(`${fake.url}${path}`, { method: 'POST', headers, body });
      expect.soft({ path, body, status }).toStrictEqual({ path, body, status: 400 });
    }
  }
  expect((await upload(fake, ISSUE, form(1, 1))).status).toBe(200);
});

test.describe('bytes that are held', () => {
  test.use({ limit: MEGABYTE });

  test('are limited for all clients together, and free again after the answer', async ({ fake }) => {
    const bytes = 600 * 1024;
    const slow = await connected(fake.url);
    const type = ['Connection: close', 'X-Atlassian-Token: no-check', 'Content-Type: multipart/form-data; boundary=b'];
    const head = [...type, `Content-Length: ${FILE.length + bytes + END.length}`];
    slow.setEncoding('utf8').write(requestText(fake.url, `POST ${ISSUE}`, head) + FILE);
    slow.write('x'.repeat(bytes));
    await expect.poll(() => fake.received.held).toBeGreaterThan(bytes - 100);

    const crowded = await upload(fake, ISSUE, form(1, bytes));
    const json = await fetch(`${fake.url}/rest/api/2/issue`, {
      method: 'POST',
      headers: { authorization: basic('admin'), 'content-type': 'application/json' },
      body: 'x'.repeat(bytes),
    });
    slow.write(END);
    const first = (await slow.toArray()).join('');
    const later = await upload(fake, ISSUE, form(1, bytes));

    expect(crowded.status).toBe(503);
    expect(json.status).toBe(503);
    expect(json.headers.get('retry-after')).toBe('1');
    expect(first).toMatch(/^HTTP\/1\.1 200 /);
    expect(later.status).toBe(200);
    expect(fake.received.peak).toBeLessThanOrEqual(MEGABYTE);
  });
});

async function startCountedFake(limit: number | undefined) {
  const received = new ReceivedBytes(limit);
  const { url, open, stop } = await startOpenFake(documentsWorld, received);
  return { url: `${url}${open().contextPath}`, received, close: stop };
}
