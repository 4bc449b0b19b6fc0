import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { serveDisturbed } from '../faults/serve-disturbed.js';
import type { Disturbed } from '../faults/serve-disturbed.js';
import type { Space } from '../spaces/space.js';
import type { Outcome } from './answer-call.js';
import { identifyRequest } from './identify-request.js';
import { readText } from './read-body.js';
import { renderAnswer } from './render-answer.js';
import type { Router } from './router.js';

/** What the journal keeps of a request beside its answer. */
export type Known = Omit<Outcome, 'answer'>;

/** Serves one request to a space that has faults. */
export function answerDisturbed(
  space: Space,
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  answer: () => Promise<Outcome>,
): Promise<Disturbed<Known>> {
  const seen = identifyRequest(space, router, request, path);
  return serveDisturbed<Known>({
    faults: space.faults,
    seen,
    response,
    handle: async () => {
      const { answer: answered, ...known } = await answer();
      const { pieces, text, ...rest } = renderAnswer(request, answered);
      const isJson = text !== '';
      return {
        known,
        sending: {
          ...rest,
          body: pieces === undefined ? Buffer.from(text) : Buffer.concat(pieces),
          isJson,
          isText: isJson,
        },
      };
    },
    swallow: async () => ({ endpoint: seen.title, caller: seen.caller, requestBody: await readUnheard(request) }),
  });
}

/** The body of a request that nobody handles; empty for uploads, whose bytes the journal does not keep. */
async function readUnheard(request: IncomingMessage): Promise<string> {
  try {
    if (request.headers['content-type']?.startsWith('multipart/') !== true) return await readText(request);
    await finished(request.resume());
    return '';
  } catch {
    // Too large, or its client has gone: there is nobody to tell, and the fault is answer enough.
    return '';
  }
}
