import { anonymous } from '../../../fixtures/http/caller.js';
import type { Caller } from '../../../fixtures/index.js';
import { serverInfoSchema } from '../../../contracts/index.js';
import { look } from '../../../fixtures/discovery/find-base-path.js';
import type { IncomingAnswer } from '../../../fixtures/http/transport.js';
import type { Check, Patient, Seen } from '../check.js';
import { explainFailure } from '../explain-failure.js';
import { missing, ok, warning } from '../finding.js';
import { findTrackerNearby } from '../find-tracker-nearby.js';

/** Whether a tracker answers at the URL. */
export const reachable: Check = {
  name: 'reachable',
  look: async (patient) => {
    const first = await ask(patient, anonymous);
    if ('findings' in first) return first;
    const refused = first.answer.status === 401 || first.answer.status === 403;
    const asked = refused ? await ask(patient, patient.caller) : first;
    return 'findings' in asked ? asked : read(patient, asked);
  },
};

interface Asked {
  readonly answer: IncomingAnswer;
  /** When the answer was there, and how long it took, in milliseconds. */
  readonly at: number;
  readonly took: number;
}

function urlOf({ remote, settings }: Patient): string {
  return `${remote.url}${settings.basePaths.tracker}/serverInfo`;
}

async function ask(patient: Patient, caller: Caller): Promise<Asked | Seen> {
  const { settings, remote, transport } = patient;
  const started = Date.now();
  try {
    const answer = await look({ baseUrl: remote.url, transport, caller }, `${settings.basePaths.tracker}/serverInfo`);
    return { answer, at: Date.now(), took: Date.now() - started };
  } catch (error) {
    return { findings: [explainFailure(transport.failures.at(-1) ?? error, urlOf(patient))] };
  }
}

async function read(patient: Patient, { answer, at, took }: Asked): Promise<Seen> {
  const parsed = serverInfoSchema.safeParse(parseJson(answer.body));
  if (answer.status === 200 && parsed.success) {
    const clockSkew = skewOf(answer, parsed.data.serverTime, at - took / 2);
    return {
      findings: [ok(`“${parsed.data.serverTitle}” answers at ${patient.remote.url}`)],
      facts: { answers: true, serverInfo: parsed.data, ...(clockSkew !== undefined && { clockSkew }) },
    };
  }
  const closed = answer.status === 401 || answer.status === 403;
  return { findings: [await explain(patient, answer)], facts: closed ? { answers: true } : {} };
}

async function explain(patient: Patient, { status, headers, body }: IncomingAnswer) {
  const said = `GET ${urlOf(patient)} answered ${status}`;
  const { location = '', 'content-type': type = '' } = headers;
  if (status >= 300 && status < 400) {
    return missing(
      `${said}, a redirect to ${location}`,
      'name the place it leads to in TRACKER_URL, unless it is a login page.',
    );
  }
  if (status === 401 || status === 403) {
    return warning(
      `${said}, also to ${patient.caller.name}: something answers, and shows nothing of itself`,
      'see what is said of the credentials.',
    );
  }
  if (status === 407) return missing(said, 'give the proxy its credentials in HTTPS_PROXY.');
  if (status === 429) return missing(said, 'wait until the tracker takes requests again, and set TRACKER_RATE.');
  if (status >= 500) return missing(`${said}: the tracker, or a proxy before it, is not well`, 'wait until it is up.');
  const nearby = await findTrackerNearby(patient);
  const remedy =
    nearby === undefined
      ? 'check TRACKER_URL, its context path included, and whether a login page stands before the tracker.'
      : `a tracker answers at ${nearby}: set TRACKER_URL=${nearby}.`;
  const what =
    type.includes('html') || /^\s*</.test(body.toString('utf8'))
      ? 'with a web page, no REST API'
      : 'with what no tracker answers';
  return missing(`${said}, ${what}`, remedy);
}

/** The tracker's clock minus this machine's; undefined where the tracker does not tell. */
function skewOf({ headers }: IncomingAnswer, serverTime: string | undefined, then: number): number | undefined {
  const told = Date.parse(headers['date'] ?? serverTime?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') ?? '');
  return Number.isNaN(told) ? undefined : told - then;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
