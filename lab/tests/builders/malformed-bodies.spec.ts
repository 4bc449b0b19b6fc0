import { expect } from '@playwright/test';
import {
  malformedBulkTransitions,
  malformedDefaults,
  malformedIssues,
  unreadableBodies,
} from '../../../builders/index.js';
import type { RawBody } from '../../../builders/index.js';
import { bulkTransitionRequestSchema, defaultsRequestSchema, usualRefusals } from '../../../contracts/index.js';
import { test } from '../fake/fake-test.js';

const lists: Readonly<Record<string, readonly RawBody[]>> = {
  malformedDefaults,
  malformedBulkTransitions,
  malformedIssues,
  unreadableBodies: unreadableBodies.map(({ body }) => body),
};

for (const [list, bodies] of Object.entries(lists)) {
  test(`each body of ${list} has a name of its own`, () => {
    const names = bodies.map(({ name }) => name);

    expect(names.filter((name, index) => name === '' || names.indexOf(name) !== index)).toEqual([]);
  });
}

for (const { name, text } of malformedDefaults) {
  test(`defaults are refused by their schema: ${name}`, () => {
    expect(defaultsRequestSchema.safeParse(JSON.parse(text ?? '')).success).toBe(false);
  });
}

for (const { name, text } of malformedBulkTransitions) {
  test(`bulk transitions are refused by their schema: ${name}`, () => {
    expect(bulkTransitionRequestSchema.safeParse(JSON.parse(text ?? '')).success).toBe(false);
  });
}

for (const { name, text = '' } of malformedIssues) {
  test(`an issue is refused by the tracker: ${name}`, async ({ open }) => {
    const { tenant, call } = open();
    const before = tenant.state();

    expect((await call('POST', '/rest/api/2/issue', { text })).status).toBe(400);
    expect(tenant.state()).toStrictEqual(before);
  });
}

const wantsBody = [
  'POST /rest/api/it/1.0/default-template/template/7',
  'POST /rest/api/it/1.0/default-template/transition/1',
  'DELETE /rest/api/it/1.0/default-template/transition',
  'POST /rest/api/2/issue',
];

for (const { body, kind } of unreadableBodies) {
  const status = usualRefusals[kind];
  const text = body.text === undefined ? {} : { text: body.text };
  test(`${body.name} is refused with ${status} wherever a body is wanted`, async ({ open }) => {
    const { call } = open();
    const sent = { ...text, contentType: body.contentType };

    const replies = await Promise.all(
      wantsBody.map((wanted) => {
        const [method = '', path = ''] = wanted.split(' ');
        return call(method, path, sent);
      }),
    );

    expect(replies.map((reply) => reply.status)).toEqual(wantsBody.map(() => status));
  });
}
