import { counted } from '../../contracts/counted.js';
import * as z from 'zod';
import { rowsIn } from '../../contracts/index.js';
import type { WorldCustomField, WorldInput } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import type { Anonymizer } from './anonymizer.js';
import type { CopyContext } from './copy-context.js';
import type { CopiedProjects } from './copy-projects.js';

type Lists = 'issues' | 'issueLinks' | 'comments' | 'attachments' | 'histories';

export type CopiedIssues = { readonly [Name in Lists]: NonNullable<WorldInput[Name]> };

const PAGE = 50;

/** The most bytes that a copied attachment has. */
const LARGEST = 1_000_000;

const item = z.looseObject({
  field: z.string(),
  fieldtype: z.enum(['jira', 'custom']).catch('jira'),
  from: z.string().nullish(),
  fromString: z.string().nullish(),
  to: z.string().nullish(),
  toString: z.string().nullish(),
});
const referenceSchema = z.looseObject({ id: z.string(), key: z.string().optional() });
const fieldsSchema = z.looseObject({
  project: z.looseObject({ id: z.string() }),
  issuetype: z.looseObject({ id: z.string() }),
  status: z.looseObject({ id: z.string() }),
  reporter: answers.userSchema.nullish(),
  creator: answers.userSchema.nullish(),
  assignee: answers.userSchema.nullish(),
  parent: referenceSchema.nullish(),
  created: z.string(),
  updated: z.string().nullish(),
  resolutiondate: z.string().nullish(),
  comment: z.looseObject({ total: z.int(), comments: z.array(answers.commentSchema) }).nullish(),
  attachment: z.array(answers.attachmentSchema).nullish(),
  issuelinks: z
    .array(
      z.looseObject({
        id: z.string(),
        type: referenceSchema,
        outwardIssue: referenceSchema.optional(),
        inwardIssue: referenceSchema.optional(),
      }),
    )
    .nullish(),
});
const issueSchema = z.looseObject({
  id: z.string(),
  key: z.string(),
  fields: fieldsSchema,
  changelog: z
    .looseObject({
      histories: z.array(
        z.looseObject({
          id: z.string(),
          author: answers.userSchema.optional(),
          created: z.string(),
          items: z.array(item),
        }),
      ),
    })
    .optional(),
});
const foundSchema = z.looseObject({ total: z.int(), issues: z.array(issueSchema) });

type ReadIssue = z.infer<typeof issueSchema>;

/** Reads the issues that a query finds, and the parents of sub-tasks among them. @throws UsageError */
export async function copyIssues(
  context: CopyContext,
  jql: string,
  { projects }: Pick<CopiedProjects, 'projects'>,
): Promise<CopiedIssues> {
  const { reader } = context;
  const copied: CopiedIssues = { issues: [], issueLinks: [], comments: [], attachments: [], histories: [] };
  const found = await search(context, jql, true);
  const keys = new Set(found.map(({ key }) => key));
  const parents = [...new Set(found.flatMap(({ fields }) => fields.parent?.key ?? []))].filter((key) => !keys.has(key));
  for (let at = 0; at < parents.length; at += PAGE) {
    found.push(...(await search(context, `key in (${parents.slice(at, at + PAGE).join(', ')})`, false)));
  }
  const ids = new Set(projects.map(({ id }) => String(id)));
  const issues = found.filter(({ fields }) => ids.has(fields.project.id));
  if (issues.length < found.length) {
    reader.notes.add(
      `${counted(found.length - issues.length, 'issue is', 'issues are')} left out, as their projects are not copied`,
    );
  }
  const present = new Set(issues.map(({ id }) => id));
  const seenKeys = new Set(issues.map(({ key }) => key));
  const all = issues.filter(({ key, fields: { parent } }) => {
    if (parent?.key === undefined || seenKeys.has(parent.key)) return true;
    reader.notes.add(`${key} is left out: the issue that it is a sub-task of can't be read`);
    return false;
  });
  // A sub-task comes after its parent.
  const ordered = [...all.filter(({ fields }) => !fields.parent), ...all.filter(({ fields }) => fields.parent)];
  for (const issue of ordered) await copyIssue(context, issue, copied, present);
  for (const { fields } of ordered) copyTestSettings(context, fields, projects);
  return copied;
}

const tableSchema = z.looseObject({
  stepsColumns: z.array(z.looseObject({ name: z.string() })).min(1),
  stepsStatuses: z
    .array(
      z.looseObject({
        ids: z.array(z.int()).min(1),
        name: z.string(),
        color: z.string().regex(/^#[0-9a-f]{6}$/i),
        isFinalStatus: z.boolean().default(false),
      }),
    )
    .min(1),
  defaultStatus: z.looseObject({ name: z.string() }),
});

/** Copies the test settings that a Steps table has of its project. They are newer than those of the sandbox. */
function copyTestSettings(
  { catalogue }: CopyContext,
  fields: ReadIssue['fields'],
  projects: CopiedProjects['projects'],
): void {
  const project = projects.find(({ id }) => String(id) === fields.project.id);
  for (const field of catalogue.customFields.filter(({ type }) => type === 'steps')) {
    const table = tableSchema.safeParse(fields[`customfield_${field.id}`]);
    if (project === undefined || !table.success) continue;
    const { stepsColumns, stepsStatuses, defaultStatus } = table.data;
    project.tests = {
      columns: stepsColumns.map(({ name }) => name),
      statuses: stepsStatuses.map(({ ids: [id = 1], name, color, isFinalStatus }) => ({
        id,
        name,
        color,
        isFinalStatus,
      })),
      defaultStatus: defaultStatus.name,
      preconditions: project.tests?.preconditions ?? true,
    };
  }
}

async function search({ reader }: CopyContext, jql: string, isNeeded: boolean): Promise<ReadIssue[]> {
  const found = new Map<string, ReadIssue>();
  for (let startAt = 0; ;) {
    const query = { jql, fields: '*all', expand: 'changelog', startAt, maxResults: PAGE };
    const page = isNeeded
      ? await reader.need(foundSchema, 'tracker', '/search', query)
      : await reader.read(foundSchema, 'tracker', '/search', query);
    for (const issue of page?.issues ?? []) found.set(issue.id, issue);
    startAt += page?.issues.length ?? 0;
    if (page === undefined || page.issues.length === 0 || startAt >= page.total) return [...found.values()];
  }
}

async function copyIssue(
  context: CopyContext,
  { id: text, key, fields, changelog }: ReadIssue,
  copied: CopiedIssues,
  present: ReadonlySet<string>,
): Promise<void> {
  const { reader, anonymizer, catalogue, self } = context;
  const id = Number(text);
  const keyOf = (user: z.infer<typeof answers.userSchema> | null | undefined) =>
    user === null || user === undefined ? undefined : anonymizer.user(user).key;
  const reporter = keyOf(fields.reporter) ?? keyOf(fields.creator) ?? self;
  copied.issues.push({
    id,
    key,
    issueTypeId: Number(fields.issuetype.id),
    statusId: Number(fields.status.id),
    reporter,
    creator: keyOf(fields.creator) ?? reporter,
    ...(fields.parent?.key !== undefined && { parent: fields.parent.key }),
    created: fields.created,
    updated: fields.updated ?? fields.created,
    ...(typeof fields.resolutiondate === 'string' && { resolved: fields.resolutiondate }),
    fields: {
      ...systemValues(anonymizer, fields),
      ...Object.fromEntries(
        catalogue.customFields.flatMap((field) => {
          const value = customValue(context, field, fields[`customfield_${field.id}`]);
          return value === undefined || value === null ? [] : [[`customfield_${field.id}`, value]];
        }),
      ),
    },
  });
  const { comments = [], total = 0 } = fields.comment ?? {};
  const whole =
    comments.length >= total
      ? comments
      : ((await reader.read(answers.commentsSchema, 'tracker', `/issue/${key}/comment`))?.comments ?? comments);
  for (const comment of whole) {
    const { type, value } = comment.visibility ?? {};
    copied.comments.push({
      id: Number(comment.id),
      issueId: id,
      author: anonymizer.user(comment.author).key,
      body: anonymizer.text(comment.body),
      created: comment.created,
      updated: comment.updated,
      ...(type !== undefined && value !== undefined && { visibility: { type, value } }),
    });
  }
  for (const attachment of fields.attachment ?? []) {
    if (attachment.size > LARGEST) {
      reader.notes.add(`An attachment of ${key} has ${attachment.size} bytes; the copy has ${LARGEST} of them`);
    }
    copied.attachments.push({
      id: Number(attachment.id),
      issueId: id,
      author: anonymizer.user(attachment.author).key,
      filename: anonymizer.fileName(attachment.filename),
      mimeType: attachment.mimeType,
      created: attachment.created,
      content: Buffer.alloc(Math.min(attachment.size, LARGEST), 'x').toString('base64'),
    });
  }
  for (const link of fields.issuelinks ?? []) {
    const other = link.outwardIssue ?? link.inwardIssue;
    if (other === undefined || copied.issueLinks.some((row) => row.id === Number(link.id))) continue;
    if (!present.has(other.id)) {
      reader.notes.add(`A link of ${key} is left out: the other issue is not copied`);
      continue;
    }
    const [sourceId, targetId] = link.outwardIssue === undefined ? [Number(other.id), id] : [id, Number(other.id)];
    copied.issueLinks.push({ id: Number(link.id), typeId: Number(link.type.id), sourceId, targetId });
  }
  for (const history of changelog?.histories ?? []) {
    copied.histories.push({
      id: Number(history.id),
      issueId: id,
      author: keyOf(history.author) ?? self,
      created: history.created,
      items: history.items.map(({ field, fieldtype, from, fromString, to, toString }) => ({
        field,
        fieldtype,
        from: wordsOf(anonymizer, field, from),
        fromString: wordsOf(anonymizer, field, fromString),
        to: wordsOf(anonymizer, field, to),
        toString: wordsOf(anonymizer, field, toString),
      })),
    });
  }
}

/** The fields whose values in a history are not anonymized. */
const PLAIN = /^(status|issuetype|priority|resolution|project|duedate|link|key|rank|parent|workflow)$/i;

/** Anonymizes a value of a history: the name or key of a user is replaced as elsewhere, other words as texts. */
function wordsOf(anonymizer: Anonymizer, field: string, words: string | null | undefined): string | null {
  if (words === null || words === undefined) return null;
  if (PLAIN.test(field) || /^[\d, ]*$/.test(words)) return words;
  const known = anonymizer.replacements.get(words);
  if (known !== undefined) return known;
  // Several labels or names: each is replaced as elsewhere.
  return words.split(' ').every((word) => anonymizer.replacements.has(word))
    ? words
        .split(' ')
        .map((word) => anonymizer.replacements.get(word))
        .join(' ')
    : anonymizer.text(words);
}

function systemValues(anonymizer: Anonymizer, fields: z.infer<typeof fieldsSchema>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of ['summary', 'description', 'environment']) {
    const text = fields[name];
    if (typeof text === 'string') values[name] = anonymizer.text(text);
  }
  for (const name of ['priority', 'resolution']) {
    const named = referenceSchema.safeParse(fields[name]);
    if (named.success) values[name] = { id: named.data.id };
  }
  for (const name of ['components', 'versions', 'fixVersions']) {
    const named = z.array(referenceSchema).safeParse(fields[name]);
    if (named.success && named.data.length > 0) values[name] = named.data.map(({ id }) => ({ id }));
  }
  const { duedate, labels, assignee } = fields;
  if (typeof duedate === 'string') values['duedate'] = duedate;
  if (assignee !== null && assignee !== undefined) values['assignee'] = { key: anonymizer.user(assignee).key };
  if (Array.isArray(labels) && labels.length > 0) values['labels'] = labelsOf(anonymizer, labels);
  return values;
}

function labelsOf(anonymizer: Anonymizer, labels: readonly unknown[]): string[] {
  return labels.map((label) => anonymizer.named('label-', String(label)));
}

const rowSchema = z.looseObject({
  isGroup: z.boolean().default(false),
  cells: z.array(z.string()),
  status: z.looseObject({ name: z.string() }).optional(),
  comments: z
    .array(
      z.looseObject({ id: z.coerce.number(), author: z.string().nullish(), body: z.string(), created: z.string() }),
    )
    .optional(),
  attachments: z.array(z.looseObject({ id: z.coerce.number() })).optional(),
  defects: z.array(z.looseObject({ key: z.string() })).optional(),
});

/** The value of a custom field, as a world keeps it; undefined for none. */
function customValue({ anonymizer, self }: CopyContext, { type }: WorldCustomField, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  switch (type) {
    case 'text':
    case 'paragraph':
    case 'preconditions':
      return typeof value === 'string' ? anonymizer.text(value) : undefined;
    case 'labels':
      return Array.isArray(value) ? labelsOf(anonymizer, value) : undefined;
    case 'select':
      return typeof value === 'object' && 'value' in value ? { value: value.value } : undefined;
    case 'steps': {
      const rows = z.array(rowSchema).safeParse(rowsIn(value));
      return rows.success ? { rows: rows.data.map((row) => stepOf(anonymizer, row, self)) } : undefined;
    }
    default:
      return value;
  }
}

function stepOf(
  anonymizer: Anonymizer,
  { isGroup, cells, status, comments, attachments, defects }: z.infer<typeof rowSchema>,
  self: string,
) {
  return {
    isGroup,
    cells: cells.map((cell) => anonymizer.text(cell)),
    ...(status !== undefined && { status: status.name }),
    ...(comments !== undefined && {
      comments: comments.map(({ id, author, body, created }) => ({
        id,
        author: (typeof author === 'string' ? anonymizer.find(author)?.key : undefined) ?? self,
        body: anonymizer.text(body),
        created: Date.parse(created),
      })),
    }),
    ...(attachments !== undefined && { attachments: attachments.map(({ id }) => id) }),
    ...(defects !== undefined && { defects: defects.map(({ key }) => ({ key })) }),
  };
}
