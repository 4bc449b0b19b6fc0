import * as z from 'zod';
import type { FaultKind } from '../fault-kind.js';

/** The answer's JSON is whole and no JSON: it has a comma too many. Answers without JSON are left alone. */
export const malformedSchema = z.strictObject({ kind: z.literal('malformed') });

/** What malforming does. */
export const malformed: FaultKind<z.output<typeof malformedSchema>> = {
  moment: () => 'after',
  suits: ({ isJson }) => isJson,
  effect: (_fault, sending) => {
    const body = Buffer.from(malform(sending.body.toString('utf8')));
    return { send: { ...sending, headers: { ...sending.headers, 'Content-Length': body.length }, body } };
  },
};

function malform(text: string): string {
  return /[\]}]$/.test(text) ? `${text.slice(0, -1)},${text.slice(-1)}` : `${text},`;
}
