import type { Fault } from '../../../../fake/faults/fault.js';
import type { WireFaults } from '../../../../fake/faults/wire-faults.js';

/** How long a fault may hold up a request of a scenario, in milliseconds. */
const LONGEST = 20;

/** Ends the faults that would hold up what comes next for longer than there is time. */
export function endLongFaults(faults: WireFaults): void {
  for (const { id, fault } of faults.list()) if (delayOf(fault) > LONGEST) faults.remove(id);
}

function delayOf(fault: Fault): number {
  if (fault.kind === 'slow-body') return fault.pieces * fault.pause;
  if (fault.kind !== 'latency') return 0;
  return typeof fault.milliseconds === 'number' ? fault.milliseconds : fault.milliseconds.to;
}
