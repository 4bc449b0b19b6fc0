import { sendGet } from '../../../fixtures/discovery/discover.js';
import type { IncomingAnswer } from '../../../fixtures/http/transport.js';
import { explainFailure } from '../../../fixtures/http/wire-errors.js';
import type { Credentials } from '../../../fixtures/index.js';
import { missingAs } from '../check.js';
import type { Finding } from '../check.js';
import type { Context } from '../context.js';

/** An answer of the tracker's own API, with its URL and when it was there in milliseconds; or why there is none. */
export type Asked =
  | { readonly answer: IncomingAnswer; readonly url: string; readonly at: number; readonly finding?: never }
  | { readonly finding: Finding };

/** Sends a GET to the tracker's own API. */
export async function ask(
  { external, settings, transport }: Context,
  path: string,
  caller: Credentials,
): Promise<Asked> {
  const place = `${settings.basePaths.tracker}${path}`;
  const url = `${external.url}${place}`;
  try {
    const answer = await sendGet({ baseUrl: external.url, transport, caller }, place);
    return { answer, url, at: Date.now() };
  } catch (error) {
    return { finding: missingAs(explainFailure(error, url)) };
  }
}
