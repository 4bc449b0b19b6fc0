import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { endAnswer } from '../server/answer.js';
import { nothingYet } from './fault-kinds.js';
import type { FaultEffect, Moment, Sending } from './fault-kinds.js';
import type { LiveFault, SeenRequest, WireFaults } from './wire-faults.js';

/** One request to a tenant with faults. `Known` is the server's information about it, for the journal. */
interface DisturbedRequest<Known> {
  readonly faults: WireFaults;
  readonly seen: SeenRequest;
  readonly response: ServerResponse;
  readonly handle: () => Promise<{ readonly known: Known; readonly sending: Sending }>;
  /** Reads a request that the tracker does not handle. */
  readonly swallow: () => Promise<Known>;
}

/** The result of a request, for the journal. */
export interface Disturbed<Known> {
  readonly known: Known;
  /** 0 if no status was sent. */
  readonly status: number;
  /** The part of the answer's text that was sent. */
  readonly responseBody: string;
  /** The ids of the faults that struck it. */
  readonly faults: readonly string[];
}

/** The answer after the faults: a changed one, or none. */
type Fate = Exclude<FaultEffect, { wait: number }>;

export async function serveDisturbed<Known>(disturbed: DisturbedRequest<Known>): Promise<Disturbed<Known>> {
  const { response, handle, swallow } = disturbed;
  const gone = signalOfLeaving(response);
  const struck: LiveFault[] = [];
  const early = await strike('before', disturbed, nothingYet, struck, gone);
  if (early !== undefined && !('answer' in early)) {
    const known = await swallow();
    return { known, ...(await finish(response, early, struck, gone)) };
  }
  const { known, sending } = early === undefined ? await handle() : { known: await swallow(), sending: early.answer };
  const late = await strike('after', disturbed, sending, struck, gone);
  return { known, ...(await finish(response, late ?? { send: sending }, struck, gone)) };
}

/** Applies the faults of one moment; undefined if they change nothing but the time. */
async function strike(
  moment: Moment,
  { faults, seen }: DisturbedRequest<unknown>,
  start: Sending,
  struck: LiveFault[],
  gone: AbortSignal,
): Promise<Fate | undefined> {
  let fate: Fate | undefined;
  for (const live of faults.at(moment, seen)) {
    const effect = live.strike(seen, fate !== undefined && 'send' in fate ? fate.send : start);
    if (effect === undefined) continue;
    struck.push(live);
    if ('wait' in effect) await pause(effect.wait, [live.removed, gone]);
    else fate = effect;
    if (gone.aborted) return { disconnect: { reset: false } };
    if (fate !== undefined && ('disconnect' in fate || moment === 'before')) return fate;
  }
  return fate;
}

async function finish(
  response: ServerResponse,
  fate: Fate,
  struck: readonly LiveFault[],
  gone: AbortSignal,
): Promise<Omit<Disturbed<unknown>, 'known'>> {
  const faults = struck.map(({ id }) => id);
  if ('disconnect' in fate) return hangUp(response, fate.disconnect.reset, { status: 0, responseBody: '', faults });
  const slowBodies = struck.filter(({ fault }) => fault.kind === 'slow-body');
  const sending = 'answer' in fate ? fate.answer : fate.send;
  const sent = await deliver(response, sending, [gone, ...slowBodies.map(({ removed }) => removed)]);
  return { status: sending.status, responseBody: sending.isText ? sent.toString('utf8') : '', faults };
}

function signalOfLeaving(response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  return leaving.signal;
}

/** @param signals end its pauses @returns the part of the body that was sent */
async function deliver(response: ServerResponse, sending: Sending, signals: readonly AbortSignal[]): Promise<Buffer> {
  const { status, headers, body, end } = sending;
  // An answer without a body has no middle.
  if (end !== undefined && body.length === 0) return hangUp(response, end.reset, body);
  const part = body.subarray(0, Math.floor(body.length * (end?.at ?? 1)));
  response.writeHead(status, headers);
  response.flushHeaders();
  for (const [index, piece] of cut(part, sending.pieces?.count ?? 1).entries()) {
    if (index > 0) await pause(sending.pieces?.pause ?? 0, signals);
    // It is handed to the network, or the client has disconnected.
    await new Promise<void>((resolve) => response.write(piece, () => resolve()));
  }
  if (end !== undefined) {
    // To some clients, a reset right after the data looks like a normal end.
    await sleep(20);
    await setImmediate();
    return hangUp(response, end.reset, part);
  }
  endAnswer(response);
  return part;
}

function hangUp<Sent>({ req: { socket } }: ServerResponse, reset: boolean, sent: Sent): Sent {
  if (reset) socket.resetAndDestroy();
  else socket.destroy();
  return sent;
}

function cut(bytes: Buffer, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / count));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

/** Waits some milliseconds, or until one of the signals is aborted. */
async function pause(milliseconds: number, signals: readonly AbortSignal[]): Promise<void> {
  const signal = AbortSignal.any([...signals]);
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
