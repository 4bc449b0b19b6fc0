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
    const caller = callerOf({ username, password });
    const refused = await refusalOf(patient, caller);
    if (refused !== undefined) {
      return { findings: [refused], facts: { secondUser: { logsIn: false, createsIn: [], blindIn: [] } } };
    }
    const byToken = token === undefined ? undefined : await refusalOf(patient, callerOf({ token }));
    const grants = await grantsOf(patient, facts, caller);
    const findings = [...(await faultsOf(patient, facts, caller, grants)), ...(byToken === undefined ? [] : [byToken])];
    const how = token === undefined ? 'by name and password' : 'by name and password, and by token';
    const projectsWhere = (wanted: (grant: Grants) => boolean) =>
      grants.filter(wanted).map(({ projectKey }) => projectKey);
    return {
      findings: findings.length > 0 ? findings : [ok(`${username} logs in ${how}, and administers nothing`)],
      facts: {
        secondUser: {
          logsIn: true,
          createsIn: projectsWhere(({ creates }) => creates),
          blindIn: projectsWhere(({ lacking }) => lacking.includes('BROWSE_PROJECTS')),
        },
      },
    };
  },
};

/** What a plain user may do in a project with test management. */
interface Grants {
  readonly projectKey: string;
  readonly creates: boolean;
  /** What he should be granted and is not. */
  readonly lacking: readonly string[];
}

async function refusalOf({ settings, remote, transport }: Patient, caller: Caller): Promise<Finding | undefined> {
  const answer = await look({ baseUrl: remote.url, transport, caller }, `${settings.basePaths.tracker}/myself`);
  return answer.status === 200 ? undefined : explainRefusal({ caller, remote }, answer);
}

async function grantsOf(patient: Patient, { testProjects = [] }: Facts, caller: Caller): Promise<Grants[]> {
  const grants: Grants[] = [];
  for (const { key: projectKey } of testProjects) {
    const { data } = await tryRead(() => patient.read(undefined, caller).getMyPermissions({ query: { projectKey } }));
    const has = (key: string) => data?.permissions[key]?.havePermission === true;
    const lacking = ['BROWSE_PROJECTS', 'EDIT_ISSUES'].filter((key) => !has(key));
    grants.push({ projectKey, creates: has('CREATE_ISSUES'), lacking });
  }
  return grants;
}

async function faultsOf(
  patient: Patient,
  { user }: Facts,
  caller: Caller,
  grants: readonly Grants[],
): Promise<Finding[]> {
  const held = (await patient.read(undefined, caller).getMyPermissions()).permissions;
  const { name } = caller;
  if (name.toLowerCase() === user?.name.toLowerCase()) {
    return [missing(`${name} is the first user too`, 'name another as plainUser.')];
  }
  const global = ['ADMINISTER', 'SYSTEM_ADMIN', 'ADMINISTER_PROJECTS']
    .filter((key) => held[key]?.havePermission === true)
    .map((key) => missing(`${name} has ${key}`, 'name somebody who administers nothing as plainUser.'));
  return [...global, ...grants.flatMap((grant) => faultsIn(grant, name))].slice(0, 5);
}

function faultsIn({ projectKey, creates, lacking }: Grants, name: string): Finding[] {
  const [lacks, has] = [
    `${name} lacks ${lacking.join(' and ')} in ${projectKey}`,
    `${name} has CREATE_ISSUES in ${projectKey}`,
  ];
  return [
    ...(lacking.length > 0 ? [warning(lacks, 'grant that: TM-31 and TM-33 are about Create Issues alone.')] : []),
    ...(creates ? [missing(has, 'withdraw it there: TM-31 and TM-33 need somebody without it.')] : []),
  ];
}
