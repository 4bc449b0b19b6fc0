import type { Retry, WireWatch, IncomingAnswer, OutgoingRequest, Transport } from '../../fixtures/http/transport.js';

/** A transport that sends nothing but GET and HEAD, and each only once. */
export interface WatchedTransport extends Transport {
  /** Every answer so far, in order. */
  readonly answers: readonly IncomingAnswer[];
  /** The errors of calls that got no answer, in order. */
  readonly failures: readonly unknown[];
  /** The calls that were sent again, with why, in order. */
  readonly retries: readonly Retry[];
}

/**
 * Opens a transport, keeps its answers, and stops whatever could change something before it is sent. What was asked before
 * with the same credentials gets the answer it had.
 */
export function watchTransport(open: (watch: WireWatch) => Transport): WatchedTransport {
  const retries: Retry[] = [];
  const transport = open({ waits: () => undefined, retries: (retry) => retries.push(retry) });
  const answers: IncomingAnswer[] = [];
  const failures: unknown[] = [];
  const sent = new Map<string, Promise<IncomingAnswer>>();
  const send = async (request: OutgoingRequest): Promise<IncomingAnswer> => {
    try {
      const answer = await transport(request);
      answers.push(answer);
      return answer;
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const sendOnce = async (request: OutgoingRequest): Promise<IncomingAnswer> => {
    const { method, url, headers, body } = request;
    if (!['GET', 'HEAD'].includes(method)) {
      throw new Error(`${method} ${url} is not sent: the doctor only reads. This is a defect of it.`);
    }
    const key = JSON.stringify([method, url, headers['Authorization'], body]);
    const answer = sent.get(key) ?? send(request);
    sent.set(key, answer);
    return answer;
  };
  return Object.assign(sendOnce, { answers, failures, retries });
}
