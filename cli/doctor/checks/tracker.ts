import { parseJson, serverInfoSchema, unchecked } from '../../../contracts/index.js';
import { anonymous, loginsOf } from '../../../client/credentials.js';
import type { IncomingAnswer } from '../../../client/transport.js';
import { isInsecure } from '../../../provide/run-target.js';
import { explainAnswer, problemOf } from '../../../provide/external/outage/explain-answer.js';
import { missing, missingAs, ok, warning, nameOfUser, askTracker } from '../check.js';
import type { Check, CheckFinding, Seen, AskedTracker, Context } from '../check.js';

export const reachable: Check = {
  name: 'reachable',
  look: async (context) => {
    const first = await askTracker(context, '/serverInfo', anonymous);
    if (first.finding !== undefined) return first.finding;
    const refused = first.answer.status === 401 || first.answer.status === 403;
    const asked = refused ? await askTracker(context, '/serverInfo', context.caller) : first;
    return asked.finding ?? read(context, asked);
  },
};

function read(context: Context, { answer, url, at }: Exclude<AskedTracker, { finding: CheckFinding }>): Seen {
  const parsed = serverInfoSchema.safeParse(parseJson(answer.body.toString('utf8')));
  if (answer.status === 200 && parsed.success) {
    const clockSkew = skewOf(answer, parsed.data.serverTime, at);
    return {
      findings: [
        ok(`“${parsed.data.serverTitle}” answers at ${context.external.url}`),
        ...(isInsecure(context.settings) ? [warning(unchecked, 'name the file of its authority in TRACKER_CA.')] : []),
      ],
      facts: { answers: true, serverInfo: parsed.data, ...(clockSkew !== undefined && { clockSkew }) },
    };
  }
  const closed = answer.status === 401 || answer.status === 403;
  return { findings: [explain(context, answer, url)], facts: closed ? { answers: true } : {} };
}

function explain({ external, caller }: Context, answer: IncomingAnswer, url: string): CheckFinding {
  const { status, body } = answer;
  const said = `GET ${url} answered ${status}`;
  if (status === 401 || status === 403) {
    return warning(
      `${said}, also to ${nameOfUser(external, caller.name)}: something answers, and shows nothing of itself`,
      'see what is said of the credentials.',
    );
  }
  // If the settings name no proxy, an unknown proxy has answered.
  if (status === 407) return missing(said, 'give the proxy its credentials in HTTPS_PROXY.');
  const problem = problemOf(answer) ?? (status < 500 && /^\s*</.test(body.toString('utf8')) ? 'web page' : undefined);
  const explained =
    problem &&
    explainAnswer(problem, answer, {
      request: { method: 'GET', url },
      baseUrl: external.url,
      login: loginsOf(external)[0],
    });
  if (explained !== undefined) return missingAs(explained);
  if (status >= 500) return missing(`${said}: the tracker, or a proxy before it, is not well`, 'wait until it is up.');
  return missing(
    `${said}, with what no tracker answers`,
    'check TRACKER_URL, its context path included, and whether a login page stands before the tracker.',
  );
}

function skewOf({ headers }: IncomingAnswer, serverTime: string | undefined, then: number): number | undefined {
  const told = Date.parse(headers['date'] ?? serverTime?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') ?? '');
  return Number.isNaN(told) ? undefined : told - then;
}

/** The first version with what the suite calls, and the first with personal access tokens. */
const OLDEST = [8, 4];
const WITH_TOKENS = [8, 14];

export const version: Check = {
  name: 'version',
  needs: { serverInfo: 'the tracker did not tell it' },
  look: ({ external }, { serverInfo }) => {
    const { version: told = '', buildNumber = 0, versionNumbers = [] } = serverInfo ?? {};
    if (isBefore(versionNumbers, OLDEST)) {
      return warning(`${told} is older than 8.4, the oldest this suite is made for`, 'test a newer version.');
    }
    if ('token' in external.login && isBefore(versionNumbers, WITH_TOKENS)) {
      const remedy = 'set TRACKER_USERNAME and TRACKER_PASSWORD, and no TRACKER_TOKEN.';
      return warning(`${told} has no personal access tokens`, remedy);
    }
    return ok(`${told}, build ${buildNumber}`);
  },
};

function isBefore(
  [major = 0, minor = 0]: readonly number[],
  [otherMajor = 0, otherMinor = 0]: readonly number[],
): boolean {
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

export const edition: Check = {
  name: 'edition',
  needs: { serverInfo: 'the tracker did not tell it' },
  look: (_context, { serverInfo }) => {
    const type = serverInfo?.deploymentType ?? '';
    if (/^(server|data ?center)$/i.test(type)) return ok(`${type}, which Data Center calls itself too`);
    return missing(
      `${type}: the documents are about Data Center, and other editions have neither user names nor these APIs`,
      'name a tracker of the Data Center edition in TRACKER_URL.',
    );
  },
};

/** The difference of the clocks, in milliseconds, from which on it is reported. The Date header has whole seconds. */
const TOLERATED = 30_000;

export const clock: Check = {
  name: 'clock',
  needs: { clockSkew: 'the tracker did not tell its time' },
  look: (_context, { clockSkew = 0 }) => {
    const seconds = Math.round(Math.abs(clockSkew) / 1000);
    if (Math.abs(clockSkew) < TOLERATED) return ok('within half a minute of this machine’s');
    return warning(
      `the tracker’s is ${seconds} s ${clockSkew > 0 ? 'ahead of' : 'behind'} this machine’s`,
      'set both by a time server: they decide the ages of leases and leftovers.',
    );
  },
};
