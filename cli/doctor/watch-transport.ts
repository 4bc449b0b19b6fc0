import type { Retry, WireWatch } from '../../fixtures/http/wire-watch.js';
import type { IncomingAnswer, OutgoingRequest, Transport } from '../../fixtures/http/transport.js';

/** A transport that sends nothing but GET and HEAD. */
export interface WatchedTransport extends Transport {
  /** Every answer so far, in order. */
  readonly answers: readonly IncomingAnswer[];
  /** The errors of calls that got no answer, in order. */
  readonly failures: readonly unknown[];
  /** The calls that were sent again, with why, in order. */
  readonly retries: readonly Retry[];
}

/** Opens a transport, keeps its answers, and stops whatever could change something before it is sent. */
export function watchTransport(open: (watch: WireWatch) => Transport): WatchedTransport {
  const retries: Retry[] = [];
  const transport = open({ waits: () => undefined, retries: (retry) => retries.push(retry) });
  const answers: IncomingAnswer[] = [];
  const failures: unknown[] = [];
  const send = async (request: OutgoingRequest): Promise<IncomingAnswer> => {
    if (!['GET', 'HEAD'].includes(request.method)) {
      throw new Error(`${request.method} ${request.url} is not sent: the doctor only reads. This is a defect of it.`);
    }
    try {
      const answer = await transport(request);
      answers.push(answer);
      return answer;
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  return Object.assign(send, { answers, failures, retries });
}
