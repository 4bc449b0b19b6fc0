import { counted } from '../../../contracts/counted.js';
import type { Check, Finding } from '../check.js';
import type { Context } from '../context.js';
import { missing, ok, warning, tryRead } from '../check.js';
import type { Facts, SandboxProject } from '../facts.js';

/** Whether the projects are there in which issues are created from templates. */
export const sandboxProjects: Check = {
  name: 'sandbox projects',
  needs: { user: 'no login works', answering: 'the extensions were not looked for' },
  look: async (context, facts) => {
    const named = context.external.sandbox.projects;
    if (named.length === 0) {
      return {
        findings: [
          warning(
            'TRACKER_SANDBOX names none whose create transition creates from a template',
            'name a regular project and a service desk with the post function, as projects in TRACKER_SANDBOX.',
          ),
        ],
        facts: { projects: [] },
      };
    }
    const seen: { finding: Finding; project?: SandboxProject; key: string }[] = [];
    for (const project of named) seen.push({ key: project.key, ...(await lookAt(context, facts, project)) });
    const broken = seen.filter(({ project }) => project === undefined).map(({ key }) => key);
    return {
      findings: seen.map(({ finding }) => finding),
      facts: {
        projects: seen.flatMap(({ project }) => project ?? []),
        broken: { ...facts.broken, ...(broken.length > 0 && { projects: broken }) },
      },
    };
  },
};

type Named = Pick<SandboxProject, 'key' | 'templatePostFunction'>;

async function lookAt(
  context: Context,
  facts: Facts,
  { key, templatePostFunction }: Named,
): Promise<{ finding: Finding; project?: SandboxProject }> {
  const { data, refused } = await tryRead(() => context.read().getProject({ projectIdOrKey: key }));
  if (refused !== undefined) {
    return {
      finding: missing(
        `${key}: the tracker answers ${refused.status}`,
        'name a project that the user sees, or grant Browse Projects in it.',
      ),
    };
  }
  const serviceDesk = data.projectTypeKey === 'service_desk';
  const requestTypes = serviceDesk && facts.serviceDesk === true ? await requestTypesOf(context, key) : [];
  const issueTypes = data.issueTypes.filter(({ subtask }) => !subtask);
  const project = {
    ...{ key, templatePostFunction, serviceDesk },
    issueTypes: issueTypes.length,
    requestTypes: requestTypes.length,
    sameNumber: issueTypes.some(({ id }) => requestTypes.some((type) => type.id === id)),
  };
  const what = `${key} (${templatePostFunction}): `;
  if (serviceDesk && requestTypes.length === 0) {
    return { project, finding: warning(`${what}a service desk without request types`, 'give it two request types.') };
  }
  const types = serviceDesk
    ? `service desk, request types ${requestTypes.map(({ name }) => name).join(', ')}`
    : `${data.projectTypeKey}, ${counted(issueTypes.length, 'issue type')}`;
  return { project, finding: ok(`${what}${types}`) };
}

async function requestTypesOf({ read }: Context, key: string): Promise<{ id: string; name: string }[]> {
  const desks = await read().listServiceDesks({ query: { limit: 1_000 } });
  const desk = desks.values.find(({ projectKey }) => projectKey === key);
  if (desk === undefined) return [];
  return (await read().listRequestTypes({ serviceDeskId: desk.id })).values;
}
