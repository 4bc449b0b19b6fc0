import { projectPermissions } from '../../../contracts/index.js';
import type { Check, Patient } from '../check.js';
import { missing, notChecked, ok, warning } from '../finding.js';
import type { Finding } from '../finding.js';
import { tryRead } from '../try-read.js';

/** Whether the user may do what the suite does. */
export const permissions: Check = {
  name: 'permissions',
  needs: { user: 'nobody is let in' },
  look: async (patient, { user }) => {
    const { permissions: held } = await patient.read().getMyPermissions();
    const administers = held['ADMINISTER']?.havePermission === true;
    const { projects, tests } = patient.remote.sandbox;
    const keys = [...new Set([...projects, ...tests.projects].map(({ key }) => key))];
    const inProjects: Finding[] = [];
    for (const key of keys) inProjects.push(await lookInProject(patient, key));
    const pool = projects.some(({ templatePostFunction }) => templatePostFunction === 'none');
    const global = administers
      ? ok(`${user?.name} administers the tracker`)
      : (pool ? warning : missing)(
          `${user?.name} lacks ADMINISTER: creates no projects, and may not be let into the directory-sync API`,
          'grant the user the global permission Jira Administrators, or name a user who has it.',
        );
    const faults = inProjects.filter(({ state }) => state !== 'ok');
    const fine = inProjects.length - faults.length;
    const all = ok(`${projectPermissions.length} permissions in ${fine} of ${keys.length} sandbox projects`);
    return { findings: [global, ...(fine > 0 ? [all] : []), ...faults], facts: { administers } };
  },
};

async function lookInProject(patient: Patient, projectKey: string): Promise<Finding> {
  const { data, refused } = await tryRead(() => patient.read().getMyPermissions({ query: { projectKey } }));
  if (refused !== undefined) return notChecked(`in ${projectKey}: the tracker answers ${refused.status}`);
  const lacking = projectPermissions.filter((key) => data.permissions[key]?.havePermission !== true);
  if (lacking.length === 0) return ok(projectKey);
  return missing(`in ${projectKey} lacks ${lacking.join(', ')}`, 'grant them in the permission scheme of the project.');
}
