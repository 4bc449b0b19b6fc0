import { userSchema } from '../../../contracts/index.js';
import { look } from '../../../fixtures/discovery/find-base-path.js';
import type { IncomingAnswer } from '../../../fixtures/http/transport.js';
import type { Check, Patient } from '../check.js';
import { explainFailure } from '../explain-failure.js';
import { missing, ok, warning } from '../finding.js';
import type { Finding } from '../finding.js';

/** Whether the user of the settings is let in, and who that is. */
export const credentials: Check = {
  name: 'credentials',
  needs: { answers: 'no tracker answers' },
  look: async (patient) => {
    const { remote, transport, caller, settings } = patient;
    const path = `${settings.basePaths.tracker}/myself`;
    let answer: IncomingAnswer;
    try {
      answer = await look({ baseUrl: remote.url, transport, caller }, path);
    } catch (error) {
      return { findings: [explainFailure(transport.failures.at(-1) ?? error, `${remote.url}${path}`)] };
    }
    const parsed = userSchema.safeParse(parseJson(answer.body));
    if (answer.status !== 200 || !parsed.success) return { findings: [explainRefusal(patient, answer)] };
    const { name, key, active } = parsed.data;
    const how = 'token' in remote.login ? 'TRACKER_TOKEN' : 'HTTP Basic';
    if (!active) return { findings: [missing(`${name} (${key}) is not active`, 'name an active user.')] };
    const other = 'username' in remote.login && remote.login.username.toLowerCase() !== name.toLowerCase();
    const who = `${name} (key ${key}), by ${how}`;
    return {
      findings: [
        other
          ? warning(
              `${who}, though TRACKER_USERNAME is ${remote.login.username}`,
              'write the name as the tracker has it: something before the tracker may log in as somebody else.',
            )
          : ok(who),
      ],
      facts: { user: parsed.data },
    };
  },
};

/** Why somebody was not let in, as the tracker tells it in its headers. */
export function explainRefusal(
  { caller, remote }: Pick<Patient, 'caller' | 'remote'>,
  { status, headers }: IncomingAnswer,
): Finding {
  const reason = headers['x-authentication-denied-reason'] ?? '';
  const login = headers['x-seraph-loginreason'] ?? '';
  const who = `${caller.name} is refused (${status}${login === '' ? '' : `, ${login}`})`;
  if (/CAPTCHA/i.test(reason) || login.includes('AUTHENTICATION_DENIED')) {
    const page = /login-url=(\S+)/.exec(reason)?.[1] ?? `${remote.url}/login.jsp`;
    return missing(
      `${who}: after too many wrong passwords the tracker asks for a CAPTCHA`,
      `log in once at ${page} in a browser and solve it, or have an administrator reset the failed logins.`,
    );
  }
  if (status === 401 && caller.authorization?.startsWith('Bearer ') === true) {
    return missing(who, 'check TRACKER_TOKEN: it may have expired or been revoked, or the tracker may take no tokens.');
  }
  if (status === 401) {
    const schemes = headers['www-authenticate'] ?? '';
    return schemes !== '' && !schemes.toLowerCase().includes('basic')
      ? missing(`${who}: it takes no name and password (${schemes})`, 'set TRACKER_TOKEN instead.')
      : missing(
          who,
          'check TRACKER_USERNAME and TRACKER_PASSWORD; where a single sign-on stands before the tracker, set TRACKER_TOKEN.',
        );
  }
  if (status === 403) {
    return missing(who, 'let the user use the tracker (its licence group), and allow its way to log in.');
  }
  return missing(`GET /myself answered ${status} and no user`, 'check TRACKER_URL, its context path included.');
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
