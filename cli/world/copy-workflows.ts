import * as z from 'zod';
import type { WorldInput } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import type { CopyContext } from './copy-context.js';

type Workflow = NonNullable<WorldInput['workflows']>[number];
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
export async function copyWorkflows(
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
