import type { Fault } from './fault.js';
import type { FaultKind } from './fault-kind.js';
import { dribble } from './kinds/dribble.js';
import { drop } from './kinds/drop.js';
import { latency } from './kinds/latency.js';
import { malformed } from './kinds/malformed.js';
import { refuse } from './kinds/refuse.js';
import { truncated } from './kinds/truncated.js';

type KindsByName = { readonly [Kind in Fault['kind']]: FaultKind<Extract<Fault, { kind: Kind }>> };

/** What each kind of fault does. Where several strike one request, they do so in this order. */
const kinds: KindsByName = { latency, drop, refuse, malformed, truncated, dribble };

/** What a fault's kind does. */
export function kindOf(fault: Fault): FaultKind<Fault> {
  return kinds[fault.kind] as FaultKind<Fault>;
}

/** The place of a fault's kind among those that strike one request. */
export function rankOf(fault: Fault): number {
  return Object.keys(kinds).indexOf(fault.kind);
}
