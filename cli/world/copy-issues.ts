import { counted } from '../../contracts/counted.js';
import * as z from 'zod';
import { rowsIn } from '../../contracts/index.js';
import type { WorldCustomField } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import type { Anonymizer } from './anonymizer.js';
import type { CopiedProjects } from './copy-projects.js';
import type { CopyContext, Rows } from './tracker-reader.js';

type CopiedIssues = Rows<'issues' | 'issueLinks' | 'comments' | 'attachments'>;

const PAGE = 50;

const LARGEST = 1_000_000;

const tableSchema = z.looseObject({
  stepsColumns: z.array(z.looseObject({ name: z.string() })).min(1),
  stepsStatuses: z
    .array(
      z
        .looseObject({
          ids: z.array(z.int()).min(1),
          name: z.string(),
          color: z.string().regex(/^#[0-9a-f]{6}$/i),
          isFinalStatus: z.boolean().default(false),
        })
        .transform(({ ids: [id = 1], name, color, isFinalStatus }) => ({ id, name, color, isFinalStatus })),
    )
    .min(1),
  defaultStatus: z.looseObject({ name: z.string() }),
});

/** What answers show of issues, as a world has it: ids as numbers, users by their keys, and anonymized texts. */
function schemasOf(context: CopyContext) {
  const { anonymizer, catalogue } = context;
  const id = z.coerce.number();
  const user = answers.userSchema.transform((seen) => anonymizer.user(seen).key);
  const text = textSchema(anonymizer);
  const reference = z.object({ id: z.string() });
  const withId = z.object({ id }).transform((one) => one.id);
  const visibility = z.object({ type: z.enum(['group', 'role']), value: z.string() }).optional();
  const comment = z.object({ id, author: user, body: text, created: z.string(), updated: z.string(), visibility });
  const filename = z.string().transform((name) => anonymizer.fileName(name));
  const attachment = z.object({ id, author: user, filename, mimeType: z.string(), created: z.string(), size: z.int() });
  const link = { id, type: withId, outwardIssue: withId.optional(), inwardIssue: withId.optional() };
  const words = z.string().nullish();
  const optional = (schema: z.ZodType) => schema.optional().catch(undefined);
  const references = optional(z.array(reference).min(1));
  const steps = catalogue.customFields.filter(({ type }) => type === 'steps');
  const tablesIn = (read: Readonly<Record<string, unknown>>) =>
    steps.flatMap((field) => tableSchema.safeParse(read[`customfield_${field.id}`]).data ?? []);
  /** The values that a world has as fields of an issue. */
  const values = z.object({
    ...{ summary: optional(text), description: optional(text), environment: optional(text) },
    ...{ priority: optional(reference), resolution: optional(reference) },
    ...{ components: references, versions: references, fixVersions: references },
    ...{ duedate: optional(z.string()), labels: optional(labelsSchema(anonymizer)) },
    ...Object.fromEntries(
      catalogue.customFields.map((field) => [`customfield_${field.id}`, optional(customSchema(context, field))]),
    ),
  });
  const fields = z.looseObject({
    ...{ project: withId, issuetype: withId, status: withId },
    ...{ reporter: user.nullish(), creator: user.nullish(), assignee: user.nullish() },
    parent: z.looseObject({ key: z.string().optional() }).nullish(),
    ...{ created: z.string(), updated: z.string().nullish(), resolutiondate: z.string().nullish() },
    comment: z.looseObject({ total: z.int(), comments: z.array(comment) }).nullish(),
    attachment: z.array(attachment).nullish(),
    issuelinks: z.array(z.object(link)).nullish(),
  });
  const issue = z.object({
    id,
    key: z.string(),
    fields: fields.transform((read) => ({ ...read, values: values.parse(read), tables: tablesIn(read) })),
  });
  return { comment, found: z.object({ total: z.int(), issues: z.array(issue) }) };
}

type Schemas = ReturnType<typeof schemasOf>;
type ReadIssue = z.infer<Schemas['found']>['issues'][number];

/** Reads the issues that a query finds, and the parents of sub-tasks among them. @throws UsageError */
export async function copyIssues(
  context: CopyContext,
  jql: string,
  { projects }: Pick<CopiedProjects, 'projects'>,
): Promise<CopiedIssues> {
  const { reader } = context;
  const schemas = schemasOf(context);
  const found = await search(context, schemas, jql, true);
  const keys = new Set(found.map(({ key }) => key));
  const parents = [...new Set(found.flatMap(({ fields }) => fields.parent?.key ?? []))].filter((key) => !keys.has(key));
  for (let at = 0; at < parents.length; at += PAGE) {
    found.push(...(await search(context, schemas, `key in (${parents.slice(at, at + PAGE).join(', ')})`, false)));
  }
  const ids = new Set(projects.map(({ id }) => id));
  const issues = found.filter(({ fields }) => ids.has(fields.project));
  if (issues.length < found.length) {
    reader.notes.add(
      `${counted(found.length - issues.length, 'issue is', 'issues are')} left out, as their projects are not copied`,
    );
  }
  const seenKeys = new Set(issues.map(({ key }) => key));
  const all = issues.filter(({ key, fields: { parent } }) => {
    if (parent?.key === undefined || seenKeys.has(parent.key)) return true;
    reader.notes.add(`${key} is left out: the issue that it is a sub-task of can't be read`);
    return false;
  });
  // A sub-task comes after its parent.
  const ordered = [...all.filter(({ fields }) => !fields.parent), ...all.filter(({ fields }) => fields.parent)];
  const copied: CopiedIssues = { issues: [], issueLinks: [], comments: [], attachments: [] };
  for (const issue of ordered) await copyIssue(context, schemas, issue, copied);
  for (const link of linksOf(context, ordered, new Set(issues.map(({ id }) => id)))) copied.issueLinks.push(link);
  for (const { fields } of ordered) copyTestSettings(fields, projects);
  return copied;
}

async function search(
  { reader }: CopyContext,
  { found: schema }: Schemas,
  jql: string,
  isNeeded: boolean,
): Promise<ReadIssue[]> {
  const found = new Map<number, ReadIssue>();
  for (let startAt = 0; ;) {
    const query = { jql, fields: '*all', startAt, maxResults: PAGE };
    const page = await reader[isNeeded ? 'need' : 'read'](schema, 'tracker', '/search', query);
    for (const issue of page?.issues ?? []) found.set(issue.id, issue);
    startAt += page?.issues.length ?? 0;
    if (page === undefined || page.issues.length === 0 || startAt >= page.total) return [...found.values()];
  }
}

async function copyIssue(
  { reader, self }: CopyContext,
  schemas: Schemas,
  { id, key, fields }: ReadIssue,
  copied: CopiedIssues,
): Promise<void> {
  const reporter = fields.reporter ?? fields.creator ?? self;
  const values = { ...fields.values, ...(fields.assignee && { assignee: { key: fields.assignee } }) };
  copied.issues.push({
    ...{ id, key, issueTypeId: fields.issuetype, statusId: fields.status },
    ...{ reporter, creator: fields.creator ?? reporter, parent: fields.parent?.key },
    ...{ created: fields.created, updated: fields.updated ?? fields.created },
    resolved: fields.resolutiondate ?? undefined,
    fields: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null)),
  });
  const { comments = [], total = 0 } = fields.comment ?? {};
  const read =
    comments.length >= total
      ? undefined
      : await reader.read(z.object({ comments: z.array(schemas.comment) }), 'tracker', `/issue/${key}/comment`);
  for (const { visibility, ...comment } of read?.comments ?? comments) {
    // A world has no comments for a role: for everybody, one would tell too much.
    if (visibility?.type === 'role') reader.notes.add(`A comment of ${key} is left out: it is for a role`);
    else
      copied.comments.push({
        ...comment,
        issueId: id,
        ...(visibility && { visibility: { ...visibility, type: 'group' } }),
      });
  }
  for (const { size, ...attachment } of fields.attachment ?? []) {
    if (size > LARGEST) reader.notes.add(`An attachment of ${key} has ${size} bytes; the copy has ${LARGEST} of them`);
    const content = Buffer.alloc(Math.min(size, LARGEST), 'x').toString('base64');
    copied.attachments.push({ ...attachment, issueId: id, content });
  }
}

/** The links between issues of the copy, each once, though both issues show it. */
function linksOf({ reader }: CopyContext, issues: readonly ReadIssue[], present: ReadonlySet<number>) {
  const links = new Map<number, CopiedIssues['issueLinks'][number]>();
  for (const { id, key, fields } of issues) {
    for (const { id: linkId, type: typeId, outwardIssue, inwardIssue } of fields.issuelinks ?? []) {
      const other = outwardIssue ?? inwardIssue;
      if (other === undefined) continue;
      if (!present.has(other)) reader.notes.add(`A link of ${key} is left out: the other issue is not copied`);
      else if (outwardIssue === undefined) links.set(linkId, { id: linkId, typeId, sourceId: other, targetId: id });
      else links.set(linkId, { id: linkId, typeId, sourceId: id, targetId: other });
    }
  }
  return links.values();
}

/** Copies the test settings that a Steps table has of its project. They are newer than those of the sandbox. */
function copyTestSettings({ project: id, tables }: ReadIssue['fields'], projects: CopiedProjects['projects']): void {
  const project = projects.find((one) => one.id === id);
  if (project === undefined) return;
  for (const { stepsColumns, stepsStatuses: statuses, defaultStatus } of tables) {
    const columns = stepsColumns.map(({ name }) => name);
    const preconditions = project.tests?.preconditions ?? true;
    project.tests = { columns, statuses, defaultStatus: defaultStatus.name, preconditions };
  }
}

function textSchema(anonymizer: Anonymizer) {
  return z.string().transform((words) => anonymizer.text(words));
}

function labelsSchema(anonymizer: Anonymizer) {
  const label = z.unknown().transform((one) => anonymizer.named('label-', String(one)));
  return z.array(label).min(1);
}

function customSchema({ anonymizer, self }: CopyContext, { type }: WorldCustomField): z.ZodType {
  switch (type) {
    case 'text':
    case 'paragraph':
    case 'preconditions':
      return textSchema(anonymizer);
    case 'labels':
      return labelsSchema(anonymizer);
    case 'select':
      return z.object({ value: z.string() });
    case 'steps':
      return z
        .unknown()
        .transform((value): unknown => rowsIn(value))
        .pipe(z.array(rowSchema(anonymizer, self)).transform((rows) => ({ rows })));
    default:
      return z.unknown();
  }
}

/** A row of a Steps table. Its comments tell their authors by name. */
function rowSchema(anonymizer: Anonymizer, self: string) {
  const id = z.coerce.number();
  const text = textSchema(anonymizer);
  const author = z.string().nullish();
  const comment = z.object({ id, author, body: text, created: z.string() });
  return z.object({
    isGroup: z.boolean().default(false),
    cells: z.array(text),
    status: z
      .object({ name: z.string() })
      .transform(({ name }) => name)
      .optional(),
    comments: z
      .array(
        comment.transform(({ author: name, created, ...rest }) => ({
          ...rest,
          author: anonymizer.find(name ?? '')?.key ?? self,
          created: Date.parse(created),
        })),
      )
      .optional(),
    attachments: z.array(z.object({ id }).transform((one) => one.id)).optional(),
    defects: z.array(z.object({ key: z.string() })).optional(),
  });
}
