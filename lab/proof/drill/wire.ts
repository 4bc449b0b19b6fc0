import type { FaultInput } from '../../../fake/index.js';

/**
 * How the wire to the tracker is: some answers come late, and now and then the tracker limits the rate.
 *
 * A call under test is never repeated by the harness, so a limit fails its test. Playwright runs that again, and one
 * request of five hundred makes it next to impossible that all four attempts meet one.
 */
export function badWire(seed: number): FaultInput[] {
  return [
    { kind: 'latency', milliseconds: { from: 5, to: 60 }, share: 0.2, seed },
    { kind: 'error-response', status: 429, retryAfter: 1, share: 0.002, seed },
  ];
}
