import * as z from 'zod';
import { projectPermissions } from '../../contracts/index.js';
import type { WorldEntry, WorldProject } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import { expectationsOf } from '../../fixtures/settings/settings.js';
import type { CopyContext, Rows } from './tracker-reader.js';
import { rowFields } from './copy-catalogue.js';

export type CopiedProjects = Rows<'projects' | 'workflows' | 'components' | 'versions' | 'entries'>;

type ProjectRow = CopiedProjects['projects'][number];

const assigneeTypes = z.enum(['PROJECT_DEFAULT', 'COMPONENT_LEAD', 'PROJECT_LEAD', 'UNASSIGNED']);
const entrySchema = z.looseObject({
  id: z.int(),
  templateId: z.int(),
  projectId: z.int(),
  issueTypeId: z.coerce.number().optional(),
  requestTypeId: z.coerce.number().optional(),
  transitions: z.array(z.looseObject({})).nullish(),
});

const requestTypesSchema = z.object({
  values: z.array(z.object({ id: z.coerce.number(), name: z.string(), issueTypeId: z.coerce.number() })),
});
const nameSchema = z.string().min(1).catch('Create');
const screenSchema = z.coerce.number().nullable().catch(null);

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
  const isDesk = project.projectTypeKey === 'service_desk';
  const typesPath = `/servicedesk/${desk}/requesttype`;
  const ofDesk =
    isDesk && desk !== undefined
      ? await reader.read(requestTypesSchema, 'service-desk', typesPath, { limit: 1_000 })
      : undefined;
  const { workflows, byType } = await copyWorkflows(context, key, issueTypeIds);
  copied.workflows.push(...workflows);
  const [first = '', ...others] = issueTypeIds.map((type) => byType.get(type) ?? '');
  const named = external.sandbox.tests.projects.find((one) => one.key === key);
  const row: ProjectRow = {
    id,
    key,
    name: context.renamesProjects ? anonymizer.named('Project ', project.name) : project.name,
    description: anonymizer.text(project.description ?? ''),
    type: isDesk || project.projectTypeKey === 'business' ? (project.projectTypeKey as 'business') : 'software',
    lead: anonymizer.user(project.lead).key,
    issueTypeIds,
    requestTypes: (ofDesk?.values ?? []).filter((type) => issueTypeIds.includes(type.issueTypeId)),
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
  { issueTypeIds, requestTypes = [] }: ProjectRow,
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
      name: nameSchema.parse(stored[names.name ?? 'name']),
      screenId: screenSchema.parse(stored[names.screenId ?? 'screenId']),
    }));
    const type = issueTypeId === undefined ? { requestTypeId } : { issueTypeId };
    return [{ id, templateId, projectId, ...type, transitions: screens }];
  });
}

type Workflow = CopiedProjects['workflows'][number];
type Transition = NonNullable<Workflow['transitions']>[number];

/** How many issues of a project are looked at to find one in each status. */
const LOOKED_AT = 200;

const transitionsSchema = z.looseObject({
  transitions: z.array(
    answers.transitionSchema.extend({
      hasScreen: z.boolean().optional(),
      isGlobal: z.boolean().optional(),
      fields: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
const placeSchema = z.looseObject({
  issuetype: z.looseObject({ id: z.string() }),
  status: z.looseObject({ id: z.string() }),
});
const creationSchema = z.looseObject({
  total: z.int(),
  values: z.array(
    z.looseObject({
      fieldId: z.string(),
      allowedValues: z.array(z.looseObject({ value: z.string().optional() })).optional(),
    }),
  ),
});

/** The workflows of a project as its issues show them: no API tells them as a whole. */
async function copyWorkflows(
  context: CopyContext,
  key: string,
  issueTypeIds: readonly number[],
): Promise<{ readonly workflows: Workflow[]; readonly byType: ReadonlyMap<number, string> }> {
  const { reader, catalogue } = context;
  const path = `/project/${encodeURIComponent(key)}/statuses`;
  const listed = (await reader.read(z.array(answers.issueTypeStatusesSchema), 'tracker', path)) ?? [];
  const samples = await sampleIssues(context, key);
  const workflows: Workflow[] = [];
  const byType = new Map<number, string>();
  const known = new Set(catalogue.statuses.map(({ id }) => id));
  for (const type of issueTypeIds) {
    const statuses = (listed.find(({ id }) => Number(id) === type)?.statuses ?? []).map(({ id }) => Number(id));
    const [initial = catalogue.statuses[0]?.id ?? 1] = statuses.filter((id) => known.has(id));
    const transitions = await readTransitions(context, statuses, (status) => samples.get(`${type}/${status}`));
    const unseen = statuses.filter((id) => !isReached(id, initial, transitions));
    // A project lists the statuses of its workflow; of these no transition could be seen.
    const highest = Math.max(1_000, ...transitions.map(({ id }) => id));
    const made = unseen.map((to, index) => ({ id: highest + 1 + index, name: 'Not seen', from: [to], to }));
    if (unseen.length > 0) {
      reader.notes.add(
        `${key}, issue type ${type}: no transition from or to the statuses ${unseen.join(', ')} was seen, as no issue is there`,
      );
    }
    const screenId = await readCreation(context, key, type);
    const { sandbox } = context.external;
    const { templatePostFunction = 'none' } = sandbox.projects.find((project) => project.key === key) ?? {};
    const create = sandbox.newProjectScreens?.initial;
    const content = {
      initial: {
        id: create?.transitionId ?? 1,
        name: create?.name ?? 'Create',
        to: initial,
        screenId,
        postFunctions:
          templatePostFunction === 'none'
            ? []
            : [{ type: 'create from template' as const, overwrite: templatePostFunction === 'overwrite' }],
      },
      transitions: [...transitions, ...made],
    };
    const same = workflows.find(({ name: _, ...one }) => JSON.stringify(one) === JSON.stringify(content));
    const name = same?.name ?? `Workflow ${workflows.length + 1} of ${key}`;
    if (same === undefined) workflows.push({ name, ...content });
    byType.set(type, name);
  }
  return { workflows, byType };
}

function isReached(status: number, initial: number, transitions: readonly Transition[]): boolean {
  return (
    status === initial || transitions.some(({ from, to }) => to === status || (from !== 'any' && from.includes(status)))
  );
}

async function sampleIssues({ reader }: CopyContext, key: string): Promise<ReadonlyMap<string, string>> {
  const query = { jql: `project = "${key}" ORDER BY key ASC`, fields: 'issuetype,status', maxResults: LOOKED_AT };
  const found = await reader.read(answers.searchResultSchema, 'tracker', '/search', query);
  const samples = new Map<string, string>();
  for (const { key: issue, fields } of found?.issues ?? []) {
    const place = placeSchema.safeParse(fields);
    if (!place.success) continue;
    const name = `${place.data.issuetype.id}/${place.data.status.id}`;
    if (!samples.has(name)) samples.set(name, issue);
  }
  return samples;
}

async function readTransitions(
  { reader, catalogue, screens }: CopyContext,
  statuses: readonly number[],
  sampleIn: (status: number) => string | undefined,
): Promise<Transition[]> {
  const found = new Map<number, Transition & { from: number[] | 'any' }>();
  for (const status of statuses) {
    const sample = sampleIn(status);
    const path = `/issue/${sample ?? ''}/transitions`;
    const query = { expand: 'transitions.fields' };
    const read = sample === undefined ? undefined : await reader.read(transitionsSchema, 'tracker', path, query);
    for (const { id: text, name, to, hasScreen, isGlobal, fields = {} } of read?.transitions ?? []) {
      const [id, target] = [Number(text), Number(to.id)];
      if (!catalogue.statuses.some((known) => known.id === target)) continue;
      const known = found.get(id);
      if (known !== undefined && known.from !== 'any') known.from.push(status);
      if (known !== undefined) continue;
      const screenId = hasScreen === true ? screens.showing(Object.keys(fields)) : null;
      found.set(id, { id, name, from: isGlobal === true ? 'any' : [status], to: target, screenId });
    }
  }
  return [...found.values()].sort((left, right) => left.id - right.id);
}

/** The screen on which issues of a type are created. The same answer holds the options of select fields. */
async function readCreation(context: CopyContext, key: string, type: number): Promise<number | null> {
  const { reader, catalogue, screens } = context;
  const path = `/issue/createmeta/${encodeURIComponent(key)}/issuetypes/${type}`;
  const read = await reader.read(creationSchema, 'tracker', path, { maxResults: 1_000 });
  if (read === undefined) return null;
  for (const { fieldId, allowedValues = [] } of read.values) {
    const field = catalogue.customFields.find(({ id, type }) => `customfield_${id}` === fieldId && type === 'select');
    if (field === undefined) continue;
    const options = allowedValues.flatMap(({ value }) => value ?? []);
    field.options = [...new Set([...(field.options ?? []), ...options])];
  }
  return screens.showing(read.values.map(({ fieldId }) => fieldId));
}
