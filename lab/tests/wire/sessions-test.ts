import { basic, startTest } from '../fake/fake-test.js';
import type { Started } from '../fake/fake-test.js';
import { forwardTo, serve } from './servers.js';

/** The caller of a call: its name, and its cookies without their values. */
interface Sent {
  readonly caller: string;
  readonly cookie: string;
}

export const callers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  admin: { Authorization: basic('admin') },
  tess: { Authorization: basic('tess') },
  'a wrong password': { Authorization: basic('admin', 'wrong') },
  nobody: {},
};

/** Serves a fake through a relay that writes down who sends which cookies. */
async function openRelay({ fake, main }: Started) {
  const sent: Sent[] = [];
  const server = await serve(
    forwardTo(fake.url, ({ url = '', headers }, answer) => {
      const [caller = 'somebody else'] =
        Object.entries(callers).find(([, { Authorization }]) => Authorization === headers.authorization) ?? [];
      sent.push({ caller, cookie: headers.cookie ?? '' });
      if (!url.endsWith('/priority')) return;
      answer.setHeader('Content-Type', 'application/json');
      answer.end(JSON.stringify({ cookie: headers.cookie, first: headers.cookie?.split('; ')[0] }));
    }),
  );
  return { main, sent, url: `${server.url}/jira` };
}

export const test = startTest.extend<{ relay: Awaited<ReturnType<typeof openRelay>> }>({
  relay: async ({ start }, use) => use(await openRelay(await start({ contextPath: '/jira' }))),
});

/** The cookies that callers sent which another caller sent too. */
export function shared(sent: readonly Sent[]): Sent[] {
  const cookies = sent.flatMap(({ caller, cookie }) =>
    cookie === '' ? [] : cookie.split('; ').map((one) => ({ caller, cookie: one })),
  );
  return cookies.filter(({ caller, cookie }) =>
    cookies.some((other) => other.cookie === cookie && other.caller !== caller),
  );
}
