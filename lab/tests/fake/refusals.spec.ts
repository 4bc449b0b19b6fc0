import { expect } from '@playwright/test';
import { refusalRules } from '../../../contracts/index.js';
import type { AssumptionOverrides, Refusals } from '../../../contracts/index.js';
import { basic, test } from './fake-test.js';
import type { OpenTracker, Sent } from './fake-test.js';

/** A call of each API that wants a JSON body. */
const calls = {
  'default-templates': ['POST', '/rest/api/it/1.0/default-template/template/7'],
  'directory-sync': ['PUT', '/rest/ext/ad/1.0/public/update'],
  'test-management': ['POST', '/rest/tms/1.0/api/testplan/copy'],
} as const;

/** What is refused for each reason. */
const bad: readonly Sent[] = [
  { authorization: null },
  { authorization: basic('admin', 'wrong') },
  { text: '{' },
  { text: '[]' },
  { text: '{}', contentType: 'text/plain' },
];

const statuses: Omit<Refusals, 'body'> = {
  noLogin: 404,
  wrongLogin: 403,
  unreadableBody: 422,
  wrongTypes: 409,
  mediaType: 406,
};

function answering(refusals: Refusals): AssumptionOverrides {
  return { 'DT-N17': refusals, 'AD-N14': refusals, 'TM-N17': refusals };
}

async function refuse({ url }: OpenTracker, method: string, path: string) {
  const replies = await Promise.all(
    bad.map(({ authorization = basic('admin'), text = '{}', contentType = 'application/json' }) =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...(authorization !== null && { authorization }), 'content-type': contentType ?? '' },
        body: text,
      }),
    ),
  );
  return Promise.all(replies.map(async (reply) => ({ status: reply.status, text: await reply.text() })));
}

const shapes: Readonly<Record<Refusals['body'], RegExp>> = {
  errorMessages: /^\{"errorMessages":\["[^"]+"\],"errors":\{/,
  message: /^\{"message":".+","status-code":\d+\}$/,
  text: /^[A-Z][^{]+/,
  empty: /^$/,
};

for (const [api, [method, path]] of Object.entries(calls)) {
  const rule = refusalRules[api as keyof typeof calls];

  for (const [body, shape] of Object.entries(shapes)) {
    test(`${rule}: ${api} refuses with the statuses of the setting, and the body ${body}`, async ({ open }) => {
      const tracker = open({ assumptions: answering({ ...statuses, body: body as Refusals['body'] }) });

      const replies = await refuse(tracker, method, path);

      expect(replies.map(({ status }) => status)).toEqual(Object.values(statuses));
      expect(replies.map(({ text }) => text)).toEqual(replies.map(() => expect.stringMatching(shape)));
    });
  }
}

test('the tracker’s own API refuses as ever', async ({ open }) => {
  const tracker = open({ assumptions: answering({ ...statuses, body: 'empty' }) });

  const replies = await refuse(tracker, 'POST', '/rest/api/2/issue');

  expect(replies.map(({ status }) => status)).toEqual([401, 401, 400, 400, 415]);
});
