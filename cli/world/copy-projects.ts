import * as z from 'zod';
import { projectPermissions } from '../../contracts/index.js';
import type { WorldEntry, WorldInput, WorldProject } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import { expectationsOf } from '../../fixtures/settings/settings.js';
import type { CopyContext } from './copy-context.js';
import { rowFields } from './copy-catalogue.js';
import { copyWorkflows } from './copy-workflows.js';

type Rows<Name extends keyof WorldInput> = NonNullable<WorldInput[Name]>;

export interface CopiedProjects {
  readonly projects: Rows<'projects'>;
  readonly workflows: Rows<'workflows'>;
  readonly components: Rows<'components'>;
  readonly versions: Rows<'versions'>;
  readonly entries: Rows<'entries'>;
}

const assigneeTypes = z.enum(['PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED']);
const entrySchema = z.looseObject({
  id: z.int(),
  templateId: z.int(),
  projectId: z.int(),
  issueTypeId: z.coerce.number().optional(),
  requestTypeId: z.coerce.number().optional(),
  transitions: z.array(z.looseObject({})).nullish(),
});

export async function copyProjects(context: CopyContext): Promise<CopiedProjects> {
  const { reader, keys } = context;
  const listed = await reader.need(z.array(answers.projectSummarySchema), 'tracker', '/project');
  for (const key of keys ?? []) {
    if (!listed.some((project) => project.key === key))
      reader.notes.add(`There is no project ${key} that the user may see`);
  }
  const desks = await reader.read(answers.serviceDesksSchema, 'service-desk', '/servicedesk', { limit: 1_000 });
  const copied: CopiedProjects = { projects: [], workflows: [], components: [], versions: [], entries: [] };
  for (const { id, key } of listed.filter((project) => keys === undefined || keys.includes(project.key))) {
    const desk = desks?.values.find(({ projectId }) => projectId === id)?.id;
    await copyProject(context, key, desk, copied);
  }
  return copied;
}

async function copyProject(
  context: CopyContext,
  key: string,
  desk: string | undefined,
  copied: CopiedProjects,
): Promise<void> {
  const { reader, anonymizer, external, catalogue } = context;
  const path = `/project/${encodeURIComponent(key)}`;
  const project = await reader.read(answers.projectSchema, 'tracker', path);
  if (project === undefined) return;
  const id = Number(project.id);
  const known = new Set(catalogue.issueTypes.map((type) => type.id));
  const issueTypeIds = project.issueTypes.map((type) => Number(type.id)).filter((type) => known.has(type));
  if (issueTypeIds.length === 0) {
    reader.notes.add(`The project ${key} is left out: it has no issue types that the tracker lists`);
    return;
  }
  const requestTypes =
    desk === undefined
      ? undefined
      : await reader.read(answers.requestTypesSchema, 'service-desk', `/servicedesk/${desk}/requesttype`, {
          limit: 1_000,
        });
  const isDesk = project.projectTypeKey === 'service_desk';
  const { workflows, byType } = await copyWorkflows(context, key, issueTypeIds);
  copied.workflows.push(...workflows);
  const [first = '', ...others] = issueTypeIds.map((type) => byType.get(type) ?? '');
  const named = external.sandbox.tests.projects.find((one) => one.key === key);
  const row: Rows<'projects'>[number] = {
    id,
    key,
    name: context.renamesProjects ? anonymizer.named('Project ', project.name) : project.name,
    description: anonymizer.text(project.description ?? ''),
    type: isDesk || project.projectTypeKey === 'business' ? (project.projectTypeKey as 'business') : 'software',
    lead: anonymizer.user(project.lead).key,
    issueTypeIds,
    requestTypes: (isDesk ? (requestTypes?.values ?? []) : [])
      .map((type) => ({ id: Number(type.id), name: type.name, issueTypeId: Number(type.issueTypeId) }))
      .filter((type) => issueTypeIds.includes(type.issueTypeId)),
    workflow: first,
    workflowByIssueType: Object.fromEntries(
      others.flatMap((name, index) => (name === first ? [] : [[String(issueTypeIds[index + 1]), name]])),
    ),
    permissions: await permissionsIn(context, key),
    ...(named !== undefined && testsOf(context, named)),
  };
  copied.projects.push(row);
  const { named: ids, described } = rowFields(anonymizer);
  const versionSchema = z.object({
    ...ids,
    ...described,
    name: z.string().transform((name) => anonymizer.named('Version ', name)),
    archived: z.boolean().default(false),
    released: z.boolean().default(false),
    releaseDate: z.string().optional().catch(undefined),
  });
  const componentSchema = z.object({
    ...ids,
    ...described,
    name: z.string().transform((name) => anonymizer.named('Component ', name)),
    lead: answers.userSchema.optional().transform((lead) => (lead === undefined ? null : anonymizer.user(lead).key)),
    assigneeType: assigneeTypes.catch('PROJECT_DEFAULT'),
  });
  const versions = await reader.read(z.array(versionSchema), 'tracker', `${path}/versions`);
  const components = await reader.read(z.array(componentSchema), 'tracker', `${path}/components`);
  copied.versions.push(...(versions ?? []).map((version) => ({ ...version, projectId: id })));
  copied.components.push(...(components ?? []).map((component) => ({ ...component, projectId: id })));
  copied.entries.push(...(await copyEntries(context, key, row)));
}

/** The permissions of the reading user in a project. No API tells the permissions of other users. */
async function permissionsIn({ reader, self }: CopyContext, key: string): Promise<WorldProject['permissions']> {
  const read = await reader.read(answers.myPermissionsSchema, 'tracker', '/mypermissions', { projectKey: key });
  const held = projectPermissions.filter((name) => read?.permissions[name]?.havePermission === true);
  return Object.fromEntries([...new Set([...held, 'BROWSE_PROJECTS'])].map((name) => [name, [{ user: self }]]));
}

type TestProject = CopyContext['external']['sandbox']['tests']['projects'][number];

function testsOf({ settings }: CopyContext, { columns, statuses, defaultStatus, preconditions }: TestProject) {
  const usual = expectationsOf(settings).assumptions['TM-N04'];
  const colors = new Map(usual.statuses.map((status) => [status.name, status]));
  return {
    tests: {
      columns: columns ?? [...usual.columns],
      statuses:
        statuses?.map((name, index) => colors.get(name) ?? { id: 1_000 + index, name, color: '#c1c7d0' }) ??
        usual.statuses.map((status) => ({ ...status })),
      defaultStatus: defaultStatus ?? statuses?.[0] ?? usual.defaultStatus,
      preconditions,
    },
  };
}

async function copyEntries(
  { reader, settings }: CopyContext,
  key: string,
  { issueTypeIds, requestTypes = [] }: Rows<'projects'>[number],
): Promise<WorldEntry[]> {
  const path = `/project/${encodeURIComponent(key)}`;
  const read = (await reader.read(z.array(entrySchema), 'default-templates', path)) ?? [];
  const names = expectationsOf(settings).assumptions['DT-N10'];
  return read.flatMap(({ id, templateId, projectId, issueTypeId, requestTypeId, transitions }) => {
    const isKnown =
      issueTypeId === undefined
        ? requestTypes.some((type) => type.id === requestTypeId)
        : issueTypeIds.includes(issueTypeId);
    if (!isKnown) {
      reader.notes.add(`The default template entry ${id} of ${key} is left out: its type is none of the project`);
      return [];
    }
    const screens = (transitions ?? []).map((stored) => ({
      transitionId: Number(stored[names.transitionId ?? 'id'] ?? 1),
      name: nameOf(stored[names.name ?? 'name']),
      screenId: numberOrNull(stored[names.screenId ?? 'screenId']),
    }));
    const type = issueTypeId === undefined ? { requestTypeId } : { issueTypeId };
    return [{ id, templateId, projectId, ...type, transitions: screens }];
  });
}

function nameOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : 'Create';
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : null;
}
