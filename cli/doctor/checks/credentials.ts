import { userSchema } from '../../../contracts/index.js';
import { look } from '../../../fixtures/discovery/discover.js';
import type { IncomingAnswer } from '../../../fixtures/http/transport.js';
import { explainFailure } from '../../../fixtures/outage/explain-failure.js';
import { explainMyself } from '../../../fixtures/outage/explain-answer.js';
import { loginsOf } from '../../../fixtures/http/credentials.js';
import type { Check } from '../check.js';
import { missing, missingAs, ok, warning, nameOfUser } from '../check.js';

/** Whether the login in the settings works, and whose it is. */
export const credentials: Check = {
  name: 'credentials',
  needs: { answers: 'no tracker answers' },
  look: async (context) => {
    const { external, transport, caller, settings } = context;
    const path = `${settings.basePaths.tracker}/myself`;
    let answer: IncomingAnswer;
    try {
      answer = await look({ baseUrl: external.url, transport, caller }, path);
    } catch (error) {
      return { findings: [missingAs(explainFailure(transport.failures.at(-1) ?? error, `${external.url}${path}`))] };
    }
    const asked = { request: { method: 'GET', url: `${external.url}${path}` }, baseUrl: external.url };
    const wrong = explainMyself(answer, { ...asked, login: loginsOf(external)[0] });
    if (wrong !== undefined) return { findings: [missingAs(wrong)] };
    const user = userSchema.parse(JSON.parse(answer.body.toString('utf8')));
    const [name, key] = [nameOfUser(external, user.name), nameOfUser(external, user.key)];
    const how = 'token' in external.login ? 'TRACKER_TOKEN' : 'HTTP Basic';
    if (!user.active) return { findings: [missing(`${name} (${key}) is not active`, 'name an active user.')] };
    const other = 'username' in external.login && external.login.username.toLowerCase() !== user.name.toLowerCase();
    const who = `${name} (key ${key}), by ${how}`;
    return {
      findings: [
        other
          ? warning(
              `${who}, though TRACKER_USERNAME is ${nameOfUser(external, external.login.username)}`,
              'write the name as the tracker has it: something before the tracker may log in as somebody else.',
            )
          : ok(who),
      ],
      facts: { user },
    };
  },
};
