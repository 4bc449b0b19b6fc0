import { parseJson, serverInfoSchema, unchecked, apis, apiNames, defaultBasePaths } from '../../../contracts/index.js';
import { anonymous, loginsOf } from '../../../client/credentials.js';
import type { IncomingAnswer } from '../../../client/transport.js';
import { isInsecure } from '../../../provide/run-target.js';
import { explainAnswer, problemOf } from '../../../provide/external/outage/explain-answer.js';
import { missing, missingAs, ok, warning, nameOfUser, askTracker, assumedToHold, notChecked } from '../check.js';
import type { Check, CheckFinding, Seen, AskedTracker, Context } from '../check.js';
import { counted } from '../../../contracts/counted.js';
import type { Api, BasePaths } from '../../../contracts/index.js';
import {
  answersAt,
  findBasePath,
  refusesAt,
  look,
  knownBasePaths,
  whitelistOf,
} from '../../../provide/external/discovery/discover.js';
import { expectationsOf } from '../../../client/settings/settings.js';
import { nameOfItem } from '../../../provide/external/ledger/ledger-line.js';
import { findLeftovers } from '../../../provide/external/sweep/find-leftovers.js';
import { openSweep } from '../../../provide/external/sweep/sweep.js';

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
  if (answer.status !== 401 && answer.status !== 403) return { findings: [explain(context, answer, url)] };
  const name = nameOfUser(context.external, context.caller.name);
  const closed = warning(
    `GET ${url} answered ${answer.status}, also to ${name}: something answers, and shows nothing of itself`,
    'see what is said of the credentials.',
  );
  return { findings: [closed], facts: { answers: true } };
}

function explain({ external }: Context, answer: IncomingAnswer, url: string): CheckFinding {
  const { status, body } = answer;
  const said = `GET ${url} answered ${status}`;
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

/** The second number of the first version 8 with what the suite calls, and of the first with personal access tokens. */
const [OLDEST, WITH_TOKENS] = [4, 14];

export const version: Check = {
  name: 'version',
  needs: { serverInfo: 'the tracker did not tell it' },
  look: ({ external }, { serverInfo }) => {
    const { version: told = '', buildNumber = 0, versionNumbers = [] } = serverInfo ?? {};
    const [major = 0, minor = 0] = versionNumbers;
    const isBefore = (least: number) => major < 8 || (major === 8 && minor < least);
    if (isBefore(OLDEST))
      return warning(`${told} is older than 8.${OLDEST}, the oldest this suite is made for`, 'test a newer version.');
    if ('token' in external.login && isBefore(WITH_TOKENS))
      return warning(
        `${told} has no personal access tokens`,
        'set TRACKER_USERNAME and TRACKER_PASSWORD, and no TRACKER_TOKEN.',
      );
    return ok(`${told}, build ${buildNumber}`);
  },
};

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

export const extensions: Check = {
  name: 'extensions',
  needs: { user: 'no login works' },
  look: async (context) => {
    const findings: CheckFinding[] = [];
    const [answering, refusing] = [new Set<Api>(), new Set<Api>()];
    const basePaths: BasePaths = { ...context.settings.basePaths };
    for (const api of apis) {
      const { finding, path, usable } = await lookFor(api, context);
      const isRefused = usable && path !== undefined && (await refusesAt(api, path, context.looking));
      findings.push(isRefused ? refusal(api, path) : finding);
      if (isRefused) refusing.add(api);
      if (!usable || path === undefined) continue;
      answering.add(api);
      basePaths[api] = path;
    }
    if (answering.has('directory-sync'))
      findings.push(...whitelistFinding(whitelistOf(context.external.sandbox, basePaths)));
    if (answering.has('test-management')) findings.push(await lookForPrevious(context));
    const serviceDesk = await hasServiceDesk(context);
    findings.push(
      serviceDesk
        ? ok(`service desk at ${basePaths['service-desk']}`)
        : warning(
            'no service desk answers',
            'rules about request types need one: install it, or set TRACKER_BASE_PATHS.',
          ),
    );
    return { findings, facts: { answering, refusing, basePaths, serviceDesk } };
  },
};

function refusal(api: Api, path: string): CheckFinding {
  return missing(
    `${apiNames[api]} at ${path} answers 403 to the user`,
    'grant the user what the API asks for, or name a user who may use it.',
  );
}

/** @returns also whether a run with these settings calls it there */
async function lookFor(api: Api, context: Context) {
  const { settings, looking } = context;
  const set = settings.basePathsSet.includes(api);
  const wanted = settings.basePaths[api];
  const others = [...knownBasePaths[api], ...(api === 'test-management' ? [previousPath(settings)] : [])];
  const path = await findBasePath(api, [wanted, ...others], looking);
  if (path === wanted) return { finding: ok(`${apiNames[api]} at ${path}`), path, usable: true };
  const setting = `TRACKER_BASE_PATHS='${JSON.stringify({ [api]: path })}'`;
  if (path === undefined) {
    return {
      finding: missing(
        `${apiNames[api]}: nothing answers at ${wanted}, nor at ${counted(others.length, 'other path')} it has been seen at`,
        `have the extension installed and enabled, or say where it starts: TRACKER_BASE_PATHS='{"${api}": "/rest/…"}'.`,
      ),
      usable: false,
    };
  }
  // A run looks where the doctor does, unless it is told where to look.
  const usable = !set && knownBasePaths[api].includes(path);
  const finding = usable
    ? ok(`${apiNames[api]} at ${path}, not at ${wanted}: a run finds it too; ${setting} spares the search`)
    : missing(`${apiNames[api]} at ${path}, and nothing at ${wanted}`, `set ${setting}.`);
  return { finding, path, usable };
}

function whitelistFinding(property: string | null): CheckFinding[] {
  if (property === null) return [warning('directory sync has no whitelist', 'AD-24 and AD-25 are not available.')];
  return property === DOCUMENTED_WHITELIST ? [] : [assumedToHold(`the whitelist of directory sync is ${property}`)];
}

const DOCUMENTED_WHITELIST = whitelistOf({}, defaultBasePaths);

function previousPath(settings: Context['settings']): string {
  return expectationsOf(settings).assumptions['TM-N01'];
}

/** TM-34 asks for the previous URL pattern too. */
async function lookForPrevious({ settings, looking }: Context): Promise<CheckFinding> {
  const path = previousPath(settings);
  if (await answersAt('test-management', path, looking)) {
    return ok(`Test management at ${path} too, its previous URL pattern`);
  }
  return warning(
    `nothing answers at ${path}, which is assumed to be the previous URL pattern of test management`,
    'say where it is: TRACKER_ASSUMPTIONS=\'{"TM-N01": "/rest/…"}\'. Without it TM-34 fails.',
  );
}

async function hasServiceDesk({ settings, looking }: Context): Promise<boolean> {
  const path = `${settings.basePaths['service-desk']}/servicedesk?limit=1`;
  const { status, headers } = await look(looking, path);
  return status === 200 && (headers['content-type'] ?? '').includes('json');
}

export const rateLimits: Check = {
  name: 'rate limits',
  look: ({ transport }) => {
    const { answers, retries } = transport;
    if (answers.length === 0) return notChecked('no call was answered');
    const refused = [
      ...answers.filter(({ status }) => status === 429),
      ...retries.filter(({ reason }) => reason.includes('429')),
    ];
    const told = answers.map(({ headers }) => headers).findLast((headers) => 'x-ratelimit-limit' in headers);
    const limit =
      told === undefined
        ? 'no header names one'
        : `${counted(Number(told['x-ratelimit-limit']), 'request')}, ${told['x-ratelimit-remaining'] ?? '?'} left, ` +
          `${told['x-ratelimit-fillrate'] ?? '?'} more every ${told['x-ratelimit-interval-seconds'] ?? '?'} s`;
    if (refused.length === 0) return ok(`${limit}; ${counted(answers.length, 'call was', 'calls were')} answered`);
    return warning(
      `${limit}; 429 was answered ${counted(refused.length, 'time')}`,
      'set TRACKER_RATE to fewer requests per second, or have the user exempted from the limit.',
    );
  },
};

const remedy = 'clean up with `tracker-e2e sweep --older-than 0s --yes`, unless another run is going on there now.';

/** What a sweep would find. Data of a run with a process on this machine is no leftover. */
export const leftovers: Check = {
  name: 'leftovers',
  needs: { user: 'no login works' },
  look: async ({ settings, external, read }, { basePaths }) => {
    const scope = openSweep(settings, external, { olderThan: 0, settle: 0 });
    const { items, unseen } = await findLeftovers({ ...scope, setup: read(basePaths) });
    const left = items.flatMap((found) =>
      found.problem === undefined ? found.left.map(({ what }) => what) : [nameOfItem(found.item)],
    );
    const names = [...new Set(left)];
    const findings = [...(names.length > 0 ? [warning(listed(names), remedy)] : []), ...unseen.map(notChecked)];
    return {
      findings: findings.length > 0 ? findings : [ok('none: no project, issue, lease or ledger of an earlier run')],
    };
  },
};

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
