import { expect, test } from '@playwright/test';
import { startFake } from '../../../fake/index.js';
import type { Behaviour, Variant } from '../../../fake/index.js';
import { endUnderLoad } from '../../../proof/load/end-under-load.js';
import { apis } from '../../../proof/load/hand.js';
import type { Api } from '../../../proof/load/hand.js';
import { drive, runLoad } from '../../../proof/load/load.js';
import type { Driven } from '../../../proof/load/load.js';
import { operatorOf } from '../../../proof/load/operator.js';

// Processes start slowly on a machine that is busy.
test.describe.configure({ timeout: 120_000 });

const few = { spaces: 2, connections: 6, seconds: 1, seed: 1 };

/** Drives a fake in this process whose trackers behave otherwise. */
async function driveBroken(variant: Variant): Promise<Driven> {
  const fake = await startFake({ contextPath: null, variant });
  const driven = await drive(operatorOf(fake.url), few);
  await Promise.all(driven.hands.map(({ connection }) => connection.close()));
  await fake.close();
  return driven;
}

/** The standard tracker with one endpoint that answers otherwise than before. */
function changed(
  name: string,
  change: (handler: Behaviour['handlers'][string]) => Behaviour['handlers'][string],
): Variant {
  return (behaviour) => {
    const handler = behaviour.handlers[name] as Behaviour['handlers'][string];
    return { ...behaviour, handlers: { ...behaviour.handlers, [name]: change(handler) } };
  };
}

test('a fake that is asked over fifty connections makes no mistake, and answers all before it ends', async () => {
  const { driven, end } = await runLoad({ spaces: 4, connections: 50, seconds: 2, seed: 1 });

  expect(driven).toMatchObject({ faults: [], spaces: { faults: [] } });
  expect(end).toMatchObject({ faults: [], ending: { code: 0, signal: null, stderr: '' } });
  expect(end.inFlight).toBeGreaterThan(0);
  const asked = (Object.keys(apis) as Api[]).filter((api) =>
    driven.hands.some(({ durations }) => durations[api].length),
  );
  expect(asked).toEqual(Object.keys(apis));
});

test('answers of another space are noticed', async () => {
  const remembered: ReturnType<Behaviour['handlers'][string]>[] = [];
  const variant = changed('listConnections', (handler) => (call) => {
    remembered.push(handler(call));
    return remembered[0] as (typeof remembered)[number];
  });

  const { faults } = await driveBroken(variant);

  expect(faults).toContainEqual(
    expect.stringMatching(/^m(\d+)x-user-\d+: GET \/m\1x\/\S+\/connection was answered with M(?!\1)\d+X: \{/),
  );
});

test('a row that nobody asked for is noticed', async () => {
  const variant = changed('addComment', (handler) => (call) => {
    if (call.body !== undefined) handler(call);
    return handler(call);
  });

  const { faults, spaces } = await driveBroken(variant);

  expect(faults).toContainEqual(
    expect.stringMatching(/: the comments of an issue is \[ '(.*)', '\1' \] instead of \[ /),
  );
  expect(spaces.faults).toContainEqual(expect.stringMatching(/^M\d+X: the number of comments is \d+ instead of \d+$/));
});

test('answers that are not finished are noticed', async () => {
  const fake = await startFake({ contextPath: null });
  const { hands } = await drive(operatorOf(fake.url), few);
  const breakOff = () => {
    for (const { space } of hands) fake.control.space(space.mark).addFault({ kind: 'drop', moment: 'during' });
    return Promise.resolve({ code: 0, signal: null, milliseconds: 0, stderr: '' });
  };

  const { faults, inFlight } = await endUnderLoad({ origin: fake.url, inspector: '', end: breakOff }, hands);

  await Promise.all(hands.map(({ connection }) => connection.close()));
  await fake.close();
  expect(inFlight).toBeGreaterThan(0);
  expect(faults).toContainEqual(
    expect.stringMatching(/^m\d+x-user-\d+: [A-Z]+ \/m\d+x\/\S+ was answered in part: (ECONNRESET|UND_ERR_SOCKET): /),
  );
});
