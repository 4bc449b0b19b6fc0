import { expect } from '@playwright/test';
import { forwardTo } from '../wire/servers.js';
import { test } from './doctor-test.js';

for (const [title, headless] of [
  ['a whole tracker', false],
  ['a tracker that answers nothing but who the user is', true],
] as const) {
  test(`the doctor asks ${title} each thing once`, async ({ subject }) => {
    const asked: string[] = [];
    const { origin, pathname } = new URL(subject.url);
    const relay = forwardTo(origin, ({ method, url = '', headers }, answer) => {
      asked.push(`${method} ${url} ${headers.authorization ?? 'nobody'}`);
      if (headless && !/serverInfo|myself/.test(url)) answer.writeHead(404).end();
    });

    await subject.runChecks({ url: `${await subject.serve(relay)}${pathname}` });

    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((one, index) => asked.indexOf(one) !== index)).toEqual([]);
  });
}
