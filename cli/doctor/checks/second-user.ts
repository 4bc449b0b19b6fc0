import { callerOf } from '../../../fixtures/http/caller.js';
import type { Caller } from '../../../fixtures/index.js';
import { look } from '../../../fixtures/discovery/find-base-path.js';
import type { Check, Patient } from '../check.js';
import type { Facts } from '../facts.js';
import { missing, ok, warning } from '../finding.js';
import type { Finding } from '../finding.js';
import { tryRead } from '../try-read.js';
import { explainRefusal } from './credentials.js';

/** Whether there is somebody who logs in and may do little. */
export const secondUser: Check = {
  name: 'second user',
  needs: { user: 'nobody is let in' },
  look: async (patient, facts) => {
    const { plainUser } = patient.remote.sandbox;
    if (plainUser === undefined) {
      const remedy = 'name somebody who logs in and administers nothing as plainUser in TRACKER_SANDBOX.';
      return { findings: [warning('TRACKER_SANDBOX names none', remedy)] };
    }
    const { username, password, token } = plainUser;
    const refused = await refusalOf(patient, callerOf({ username, password }));
    if (refused !== undefined) return { findings: [refused], facts: { plainUserFits: false } };
    const byToken = token === undefined ? undefined : await refusalOf(patient, callerOf({ token }));
    const faults = await faultsOf(patient, facts, callerOf({ username, password }));
    const findings = [...faults, ...(byToken === undefined ? [] : [byToken])];
    const how = token === undefined ? 'by name and password' : 'by name and password, and by token';
    return {
      findings: findings.length > 0 ? findings : [ok(`${username} logs in ${how}, and administers nothing`)],
      facts: { plainUserFits: findings.length === 0 },
    };
  },
};

async function refusalOf({ settings, remote, transport }: Patient, caller: Caller): Promise<Finding | undefined> {
  const answer = await look({ baseUrl: remote.url, transport, caller }, `${settings.basePaths.tracker}/myself`);
  return answer.status === 200 ? undefined : explainRefusal({ caller, remote }, answer);
}

async function faultsOf(patient: Patient, { user, testProjects = [] }: Facts, caller: Caller): Promise<Finding[]> {
  const read = patient.read(undefined, caller);
  const held = (await read.getMyPermissions()).permissions;
  const name = caller.name;
  if (name.toLowerCase() === user?.name.toLowerCase()) {
    return [missing(`${name} is the first user too`, 'name another as plainUser.')];
  }
  const findings = ['ADMINISTER', 'SYSTEM_ADMIN', 'ADMINISTER_PROJECTS']
    .filter((key) => held[key]?.havePermission === true)
    .map((key) => missing(`${name} has ${key}`, 'name somebody who administers nothing as plainUser.'));
  for (const { key } of testProjects) findings.push(...(await faultsIn(patient, key, caller)));
  return findings.slice(0, 5);
}

/** What a plain user may and may not do in a project with test management. */
async function faultsIn(patient: Patient, projectKey: string, caller: Caller): Promise<Finding[]> {
  const { data } = await tryRead(() => patient.read(undefined, caller).getMyPermissions({ query: { projectKey } }));
  const has = (key: string) => data?.permissions[key]?.havePermission === true;
  const lacking = ['BROWSE_PROJECTS', 'EDIT_ISSUES'].filter((key) => !has(key));
  return [
    ...(lacking.length > 0
      ? [
          warning(
            `${caller.name} lacks ${lacking.join(' and ')} in ${projectKey}`,
            'grant that: TM-31 and TM-33 are about Create Issues alone.',
          ),
        ]
      : []),
    ...(has('CREATE_ISSUES')
      ? [
          missing(
            `${caller.name} has CREATE_ISSUES in ${projectKey}`,
            'withdraw it there: TM-31 and TM-33 need somebody without it.',
          ),
        ]
      : []),
  ];
}
