import { counted } from '../../../contracts/counted.js';
import * as z from 'zod';
import type { Sandbox } from '../../../fixtures/index.js';
import type { Check, Finding } from '../check.js';
import type { Context } from '../context.js';
import { missing, ok, warning, tryRead } from '../check.js';
import type { Facts } from '../facts.js';

type TestProject = Sandbox['tests']['projects'][number];

/** Whether the projects with test management are there, and have what the settings say of them. */
export const testProjects: Check = {
  name: 'test projects',
  needs: { user: 'no login works', names: 'the custom fields were not looked at' },
  look: async (context, facts) => {
    const named = facts.names?.tests.projects ?? [];
    if (named.length === 0) {
      return {
        findings: [
          warning(
            'TRACKER_SANDBOX names none',
            'name two projects with test management as tests.projects in TRACKER_SANDBOX.',
          ),
        ],
        facts: { testProjects: [] },
      };
    }
    const seen: { finding: Finding; project: TestProject; there: boolean }[] = [];
    for (const project of named) seen.push({ project, ...(await lookAt(context, facts, project)) });
    const broken = seen.filter(({ there }) => !there).map(({ project }) => project.key);
    return {
      findings: seen.map(({ finding }) => finding),
      facts: {
        testProjects: seen.filter(({ there }) => there).map(({ project }) => project),
        broken: { ...facts.broken, ...(broken.length > 0 && { testProjects: broken }) },
      },
    };
  },
};

async function lookAt(
  context: Context,
  facts: Facts,
  project: TestProject,
): Promise<{ finding: Finding; there: boolean }> {
  const { key, columns, statuses } = project;
  const { data, refused } = await tryRead(() => context.read().getProject({ projectIdOrKey: key }));
  if (refused !== undefined) {
    return {
      there: false,
      finding: missing(
        `${key}: the tracker answers ${refused.status}`,
        'name a project that the user sees, or grant Browse Projects in it.',
      ),
    };
  }
  const types = Object.values(facts.names?.tests.issueTypes ?? {});
  const lacking = types.filter((name) => !data.issueTypes.some((type) => type.name === name));
  if (lacking.length > 0) {
    return {
      there: false,
      finding: missing(
        `${key} lacks the issue types ${lacking.join(', ')}`,
        'add them to its issue type scheme, or name another project.',
      ),
    };
  }
  const cells = await cellsOfSomeStep(context, facts, key);
  if (cells !== undefined && cells !== columns.length) {
    return {
      there: true,
      finding: missing(
        `${key} has ${counted(cells, 'column')} of Steps in its templates, and ${columns.length} in the settings (${columns.join(', ')})`,
        'name its columns as tests.projects in TRACKER_SANDBOX.',
      ),
    };
  }
  const told = cells === undefined ? ' (no template there shows them)' : '';
  return { there: true, finding: ok(`${key}: columns ${columns.join(', ')}${told}, statuses ${statuses.join(', ')}`) };
}

const rowSchema = z.looseObject({ isGroup: z.boolean().optional(), cells: z.array(z.unknown()) });

/** The rows in a value of Steps, which holds its columns and statuses too. */
function rowsIn(steps: unknown): z.infer<typeof rowSchema>[] {
  const lists = Object.values(z.record(z.string(), z.unknown()).catch({}).parse(steps));
  return lists
    .filter(Array.isArray)
    .flatMap((list: unknown[]) => list.flatMap((row) => rowSchema.safeParse(row).data ?? []));
}

/** The number of cells in a step of any template of the project; undefined if no template has steps. */
async function cellsOfSomeStep(
  { read }: Context,
  { names, fields = [] }: Facts,
  key: string,
): Promise<number | undefined> {
  const steps = fields.find(({ name, custom }) => custom && name === names?.tests.fields.steps);
  if (steps === undefined) return undefined;
  const jql = `project = "${key}" AND issuetype = "${names?.tests.issueTypes.testCaseTemplate ?? ''}" ORDER BY created DESC`;
  const { data } = await tryRead(() => read().searchIssues({ query: { jql, fields: steps.id, maxResults: 20 } }));
  const rows = (data?.issues ?? []).flatMap((issue) => rowsIn(issue.fields[steps.id]));
  return rows.find(({ isGroup }) => isGroup !== true)?.cells.length;
}
