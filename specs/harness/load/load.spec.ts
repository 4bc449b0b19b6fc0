import { expect, test } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import type { Implementation, Override } from '../../../fake/index.js';
import { endUnderLoad } from '../../../proof/load/end-under-load.js';
import { apis } from '../../../proof/load/virtual-user.js';
import type { Api } from '../../../proof/load/virtual-user.js';
import { drive, runLoad } from '../../../proof/load/load.js';
import type { Driven } from '../../../proof/load/load.js';
import { fakeAdmin } from '../../../proof/load/fake-admin.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 120_000 });

const few = { tenants: 2, connections: 6, seconds: 1, seed: 1 };

/** Drives a fake in this process whose trackers behave otherwise. */
async function driveBroken(override: Override): Promise<Driven> {
  const fake = await startFake({ contextPath: null, override });
  const driven = await drive(fakeAdmin(fake.url), few);
  await Promise.all(driven.virtualUsers.map(({ connection }) => connection.close()));
  await fake.close();
  return driven;
}

/** The standard tracker with one endpoint that answers otherwise than before. */
function changed(
  name: string,
  change: (handler: Implementation['handlers'][string]) => Implementation['handlers'][string],
): Override {
  return (implementation) => {
    const handler = implementation.handlers[name] as Implementation['handlers'][string];
    return { ...implementation, handlers: { ...implementation.handlers, [name]: change(handler) } };
  };
}

test('a fake that is asked over fifty connections makes no mistake, and answers all before it ends', async () => {
  const { driven, end } = await runLoad({ tenants: 4, connections: 50, seconds: 2, seed: 1 });

  expect(driven).toMatchObject({ problems: [], tenants: { problems: [] } });
  expect(end).toMatchObject({ problems: [], ending: { code: 0, signal: null, stderr: '' } });
  expect(end.inFlight).toBeGreaterThan(0);
  const asked = (Object.keys(apis) as Api[]).filter((api) =>
    driven.virtualUsers.some(({ durations }) => durations[api].length),
  );
  expect(asked).toEqual(Object.keys(apis));
});

test('answers of another tenant are noticed', async () => {
  const remembered: ReturnType<Implementation['handlers'][string]>[] = [];
  const override = changed('listConnections', (handler) => (call) => {
    remembered.push(handler(call));
    return remembered[0] as (typeof remembered)[number];
  });

  const { problems } = await driveBroken(override);

  expect(problems).toContainEqual(
    expect.stringMatching(/^m(\d+)x-user-\d+: GET \/m\1x\/\S+\/connection was answered with M(?!\1)\d+X: \{/),
  );
});

test('a row that nobody asked for is noticed', async () => {
  const override = changed('addComment', (handler) => (call) => {
    if (call.body !== undefined) handler(call);
    return handler(call);
  });

  const { problems, tenants } = await driveBroken(override);

  expect(problems).toContainEqual(
    expect.stringMatching(/: the comments of an issue is \[ '(.*)', '\1' \] instead of \[ /),
  );
  expect(tenants.problems).toContainEqual(
    expect.stringMatching(/^M\d+X: the number of comments is \d+ instead of \d+$/),
  );
});

test('answers that are not finished are noticed', async () => {
  const fake = await startFake({ contextPath: null });
  const { virtualUsers } = await drive(fakeAdmin(fake.url), few);
  const breakOff = () => {
    for (const { tenant } of virtualUsers)
      fake.control.tenant(tenant.mark).addFault({ kind: 'connection-reset', moment: 'during' });
    return Promise.resolve({ code: 0, signal: null, milliseconds: 0, stderr: '' });
  };

  const { problems, inFlight } = await endUnderLoad({ origin: fake.url, inspector: '', end: breakOff }, virtualUsers);

  await Promise.all(virtualUsers.map(({ connection }) => connection.close()));
  await fake.close();
  expect(inFlight).toBeGreaterThan(0);
  expect(problems).toContainEqual(
    expect.stringMatching(/^m\d+x-user-\d+: [A-Z]+ \/m\d+x\/\S+ was answered in part: (ECONNRESET|UND_ERR_SOCKET): /),
  );
});
