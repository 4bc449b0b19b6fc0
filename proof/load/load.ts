import { driveFor } from './drive.js';
import { endUnderLoad } from './end-under-load.js';
import type { EndUnderLoad } from './end-under-load.js';
import { startFakeProcess } from './fake-process.js';
import { Hand } from './hand.js';
import { judgeSpaces } from './judge-spaces.js';
import type { SpacesVerdict } from './judge-spaces.js';
import { markedSpace } from './marked-space.js';
import { trendOf, watchMemory } from './memory.js';
import type { Trend } from './memory.js';
import { operatorOf } from './operator.js';
import type { Operator } from './operator.js';

/** How much load there is to be. */
export interface LoadWishes {
  readonly spaces: number;
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
}

/** What the load has shown before the fake was ended. */
export interface Driven {
  readonly hands: readonly Hand[];
  readonly milliseconds: number;
  /** What was not as it had to be: answers, errors of the network, and connections that were opened again. */
  readonly faults: readonly string[];
  readonly spaces: SpacesVerdict;
}

/** What a whole run has shown. */
export interface LoadReport {
  readonly driven: Driven;
  readonly memory: Trend | undefined;
  readonly end: EndUnderLoad;
}

/** Opens spaces, lets hands work in them, and looks at what has come of it. The connections stay open. */
export async function drive(operator: Operator, wishes: LoadWishes): Promise<Driven> {
  const { connections, seconds, seed } = wishes;
  const spaces = Array.from({ length: wishes.spaces }, (_, number) =>
    markedSpace(number, Math.ceil(connections / wishes.spaces)),
  );
  for (const space of spaces) await operator.open(space);
  const hands = Array.from({ length: connections }, (_, index) => {
    const space = spaces[index % spaces.length];
    if (space === undefined) throw new Error('There is no space to work in.');
    return new Hand(operator.origin, space, Math.floor(index / spaces.length), seed);
  });
  const started = performance.now();
  const complaints = await driveFor(hands, 1_000 * seconds);
  const milliseconds = performance.now() - started;
  const reopened = hands.filter(({ connection }) => connection.opened !== 1);
  const faults = [
    ...complaints,
    ...reopened.map(({ own, connection }) => `${own.username}: the connection was opened ${connection.opened} times`),
  ];
  return { hands, milliseconds, faults, spaces: await judgeSpaces(operator, spaces, hands) };
}

/** Starts the fake as a process, drives it, and ends it under load. */
export async function runLoad(wishes: LoadWishes): Promise<LoadReport> {
  const fake = await startFakeProcess();
  const watch = await watchMemory(fake.inspector);
  try {
    const driven = await drive(operatorOf(fake.origin), wishes);
    const memory = trendOf(await watch.end());
    const { hands } = driven;
    const end = await endUnderLoad(fake, hands);
    await Promise.all(hands.map(({ connection }) => connection.close()));
    return { driven, memory, end };
  } finally {
    await watch.end();
    await fake.end('SIGKILL');
  }
}
