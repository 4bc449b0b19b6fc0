import { counted } from '../../contracts/counted.js';
import * as z from 'zod';
import { rowsIn } from '../../contracts/index.js';
import type { WorldCustomField, WorldInput } from '../../contracts/index.js';
import * as answers from '../../contracts/tracker/responses.js';
import type { Anonymizer } from './anonymizer.js';
import type { CopyContext } from './tracker-reader.js';
import type { CopiedProjects } from './copy-projects.js';

type Lists = 'issues' | 'issueLinks' | 'comments' | 'attachments' | 'histories';

export type CopiedIssues = { readonly [Name in Lists]: NonNullable<WorldInput[Name]> };

const PAGE = 50;

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
type AnsweredUser = z.infer<typeof answers.userSchema>;

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
  const keyOf = (user: AnsweredUser | null | undefined) => (user ? anonymizer.user(user).key : undefined);
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
  const ofIssue = ({ id: row, author, created }: { id: string; author: AnsweredUser; created: string }) => ({
    ...{ id: Number(row), issueId: id, author: anonymizer.user(author).key, created },
  });
  for (const comment of whole) {
    const { type, value } = comment.visibility ?? {};
    copied.comments.push({
      ...ofIssue(comment),
      body: anonymizer.text(comment.body),
      updated: comment.updated,
      ...(type !== undefined && value !== undefined && { visibility: { type, value } }),
    });
  }
  for (const attachment of fields.attachment ?? []) {
    const { size, filename, mimeType } = attachment;
    if (size > LARGEST) reader.notes.add(`An attachment of ${key} has ${size} bytes; the copy has ${LARGEST} of them`);
    const content = Buffer.alloc(Math.min(size, LARGEST), 'x').toString('base64');
    copied.attachments.push({
      ...ofIssue(attachment),
      ...{ filename: anonymizer.fileName(filename), mimeType, content },
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
  // Several labels or names: each is replaced as elsewhere.
  const parts = [words, ...words.split(' ')].map((part) => anonymizer.replacements.get(part));
  const [whole, ...each] = parts;
  return whole ?? (each.every((part) => part !== undefined) ? each.join(' ') : anonymizer.text(words));
}

function systemValues(anonymizer: Anonymizer, fields: z.infer<typeof fieldsSchema>): Record<string, unknown> {
  const { duedate, labels, assignee } = fields;
  return {
    ...pick(
      fields,
      ['summary', 'description', 'environment'],
      z.string().transform((text) => anonymizer.text(text)),
    ),
    ...pick(fields, ['priority', 'resolution'], idSchema),
    ...pick(fields, ['components', 'versions', 'fixVersions'], z.array(idSchema).min(1)),
    ...(typeof duedate === 'string' && { duedate }),
    ...(assignee && { assignee: { key: anonymizer.user(assignee).key } }),
    ...(Array.isArray(labels) && labels.length > 0 && { labels: labelsOf(anonymizer, labels) }),
  };
}

const idSchema = z.object({ id: z.string() });

/** The fields of these names whose values fit a schema. */
function pick(fields: Readonly<Record<string, unknown>>, names: readonly string[], schema: z.ZodType) {
  return Object.fromEntries(
    names.flatMap((name) => {
      const { success, data } = schema.safeParse(fields[name]);
      return success ? [[name, data]] : [];
    }),
  );
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
