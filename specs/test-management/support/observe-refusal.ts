import type { ApiResponse, Observe } from '../../../fixtures/index.js';

/** Records the status of a steps call about something unknown (TM-N07). A call that succeeds without effect is no refusal. */
export function observeRefusal(observe: Observe, { ok, status }: ApiResponse): void {
  observe.orUnclear('TM-N07', ok ? undefined : status, `The call is answered with ${status}.`);
}
