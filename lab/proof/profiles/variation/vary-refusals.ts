import type { Answer } from '../../../../fake/server/answer.js';
import { OpenRefusal } from '../../../../fake/server/errors.js';
import type { AnsweredCall } from '../../../../fake/tenants/implementation.js';
import type { Random } from '../../random.js';
import { reword, rewordAll } from './reword.js';

type Shape = (message: string, status: number) => Pick<Answer, 'json' | 'bytes' | 'headers'>;

/** Bodies of refusals. "Error codes, status codes and error bodies: not shown", so that any will do. */
const shapes: readonly Shape[] = [
  (message) => ({ json: { errorMessages: [message], errors: {} } }),
  (message, status) => ({ json: { message, 'status-code': status } }),
  (message) => ({ json: [message] }),
  (message) => ({ json: { problem: { title: message, details: [] } } }),
  (message) => ({
    bytes: [Buffer.from(`<html><body>${message}</body></html>`)],
    headers: { 'Content-Type': 'text/html' },
  }),
  () => ({}),
];

const apis = ['default-templates', 'directory-sync', 'test-management'];

/**
 * Draws how a tracker refuses: each API in a shape, and everything in other words. Refusals that settings decide stay:
 * DT-N17, AD-N14 and TM-N17.
 */
export function drawRefusals(random: Random): (answer: Answer, call: AnsweredCall) => Answer {
  const shapeOf = new Map(apis.map((api) => [api as unknown, random.pick(shapes)]));
  const ofSteps = { status: random.pick([400, 409, 422]), shape: random.pick(shapes) };
  return (answer, { endpoint, refusal }) => {
    if (refusal === undefined) return answer;
    // "The count must equal the number of Steps columns": no document says what the tracker answers otherwise.
    if (endpoint?.family === 'tracker' && /\bcell/.test(refusal.message)) {
      return { status: ofSteps.status, ...ofSteps.shape(reword(refusal.message), ofSteps.status) };
    }
    const shape = shapeOf.get(endpoint?.family);
    const isSettled = refusal instanceof OpenRefusal;
    if (shape !== undefined && !isSettled) {
      const { json: _json, bytes: _bytes, ...rest } = answer;
      const made = shape(reword(refusal.message), answer.status);
      return { ...rest, ...made, headers: { ...answer.headers, ...made.headers } };
    }
    if (answer.bytes !== undefined) {
      return { ...answer, bytes: [Buffer.from(reword(Buffer.concat(answer.bytes).toString('utf8')))] };
    }
    return answer.json === undefined ? answer : { ...answer, json: rewordAll(answer.json) };
  };
}
