import { refusalRules } from '../../contracts/index.js';
import type { Api, Assumptions, Refusals } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { OpenRefusal } from '../server/errors.js';
import type { TrackerError } from '../server/errors.js';
import type { ServedRoute } from '../server/router.js';

/**
 * The answer to a call that was refused. What the document of an API leaves open of it is answered as a setting says
 * (DT-N17, AD-N14, TM-N17).
 *
 * @param meant the endpoint that was called, if there is one
 */
export function answerRefusal(
  error: TrackerError,
  meant: Pick<ServedRoute, 'family'> | undefined,
  assumptions: Assumptions,
): Answer {
  const family = meant?.family;
  if (!(error instanceof OpenRefusal) || !isApi(family)) {
    return { status: error.status, json: error.body, headers: error.headers };
  }
  const refusals: Refusals = assumptions[refusalRules[family]];
  const status = refusals[error.kind];
  return inShape[refusals.body](error, status, status === 401 ? error.headers : {});
}

function isApi(family: unknown): family is Api {
  return typeof family === 'string' && Object.hasOwn(refusalRules, family);
}

type Shape = (error: OpenRefusal, status: number, headers: Answer['headers'] & object) => Answer;

const inShape: Readonly<Record<Refusals['body'], Shape>> = {
  errorMessages: ({ body }, status, headers) => ({ ...json(body, status), headers }),
  message: ({ message }, status, headers) => ({ ...json({ message, 'status-code': status }, status), headers }),
  text: ({ message }, status, headers) => ({
    status,
    bytes: [Buffer.from(message)],
    headers: { ...headers, 'Content-Type': 'text/plain;charset=UTF-8' },
  }),
  empty: (_error, status, headers) => ({ status, headers }),
};
