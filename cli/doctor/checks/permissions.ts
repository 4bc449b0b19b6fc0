import { counted } from '../../../contracts/counted.js';
import { projectPermissions } from '../../../contracts/index.js';
import type { ProjectPermission } from '../../../contracts/index.js';
import type { Check, Finding } from '../check.js';
import type { Context } from '../context.js';
import { missing, notChecked, ok, warning, nameOfUser, tryRead } from '../check.js';

/** Whether the user may do what the suite does. */
export const permissions: Check = {
  name: 'permissions',
  needs: { user: 'no login works' },
  look: async (context, { user }) => {
    const { permissions: held } = await context.read().getMyPermissions();
    const administers = held['ADMINISTER']?.havePermission === true;
    const { projects, tests } = context.external.sandbox;
    const keys = [...new Set([...projects, ...tests.projects].map(({ key }) => key))];
    const inProjects: Finding[] = [];
    const gaps: Record<string, readonly ProjectPermission[]> = {};
    for (const key of keys) {
      const { finding, lacking } = await lookInProject(context, key);
      inProjects.push(finding);
      if (lacking.length > 0) gaps[key] = lacking;
    }
    const pool = projects.some(({ templatePostFunction }) => templatePostFunction === 'none');
    const name = nameOfUser(context.external, user?.name ?? '');
    const global = administers
      ? ok(`${name} administers the tracker`)
      : (pool ? warning : missing)(
          `${name} lacks ADMINISTER: creates no projects, and may not be let into the directory-sync API`,
          'grant the user the global permission Jira Administrators, or name a user who has it.',
        );
    const problems = inProjects.filter(({ state }) => state !== 'ok');
    const fine = inProjects.length - problems.length;
    const all = ok(`${projectPermissions.length} permissions in ${fine} of ${counted(keys.length, 'sandbox project')}`);
    return { findings: [global, ...(fine > 0 ? [all] : []), ...problems], facts: { administers, lacking: gaps } };
  },
};

interface Looked {
  readonly finding: Finding;
  readonly lacking: readonly ProjectPermission[];
}

async function lookInProject(context: Context, projectKey: string): Promise<Looked> {
  const { data, refused } = await tryRead(() => context.read().getMyPermissions({ query: { projectKey } }));
  if (refused !== undefined) {
    return { finding: notChecked(`in ${projectKey}: the tracker answers ${refused.status}`), lacking: [] };
  }
  const lacking = projectPermissions.filter((key) => data.permissions[key]?.havePermission !== true);
  if (lacking.length === 0) return { finding: ok(projectKey), lacking };
  const remedy = 'grant them in the permission scheme of the project.';
  return { finding: missing(`in ${projectKey} lacks ${lacking.join(', ')}`, remedy), lacking };
}
