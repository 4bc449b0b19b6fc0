import * as z from 'zod';
import { rowsIn } from '../../../contracts/index.js';
import type { Issue } from '../../../contracts/index.js';

/** The ids of the custom fields of a test case, and the property of the Steps field that holds the rows. */
export interface CaseFields {
  readonly steps: string;
  readonly template: string;
  readonly rows: string | null;
}

export interface SeenStep {
  readonly title: string;
  readonly status: string | undefined;
  readonly comments: readonly string[] | undefined;
  readonly attachments: readonly string[];
}

export interface SeenCase {
  readonly id: string;
  readonly key: string;
  readonly summary: string;
  readonly labels: readonly string[];
  /** The key of its template. */
  readonly template: string | undefined;
  readonly status: { readonly id: string; readonly name: string; readonly category: string };
  readonly rows: readonly z.infer<typeof rowSchema>[];
  readonly steps: readonly SeenStep[];
  /** The status of a step that was not executed, and all there are, if the tracker tells. */
  readonly defaultStatus: string | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly columns: number | undefined;
  /** The texts of comments on the case itself. */
  readonly comments: readonly string[];
}

const named = z.looseObject({ name: z.string() });

/** A row of a Steps table, as it reads back: a step of a case also has its status, comments and attachments. */
const rowSchema = z.looseObject({
  isGroup: z.boolean(),
  cells: z.array(z.string()),
  status: named.optional(),
  comments: z.array(z.looseObject({ body: z.string() })).optional(),
  attachments: z.array(named).optional(),
});

export const statusSchema = z
  .looseObject({
    id: z.coerce.string(),
    name: z.string(),
    statusCategory: z.looseObject({ key: z.string() }).optional(),
  })
  .transform(({ id, name, statusCategory }) => ({ id, name, category: statusCategory?.key ?? 'undefined' }));

const fieldsSchema = z.looseObject({
  summary: z.string(),
  labels: z.array(z.string()).nullish(),
  status: statusSchema,
  comment: z.looseObject({ comments: z.array(z.looseObject({ body: z.string() })) }).nullish(),
});

const tableSchema = z.looseObject({
  stepsColumns: z.array(z.unknown()).optional(),
  stepsStatuses: z.array(named).optional(),
  defaultStatus: named.optional(),
});

export function fieldsToRead({ steps, template }: CaseFields): string {
  return ['summary', 'labels', 'status', 'comment', steps, template].join(',');
}

/** An issue as a case. @throws ZodError if it can't be one */
export function seenCase({ id, key, fields }: Issue, names: CaseFields): SeenCase {
  const { summary, labels, status, comment } = fieldsSchema.parse(fields);
  const value = fields[names.steps] ?? {};
  const table = tableSchema.parse(Array.isArray(value) ? {} : value);
  const rows = z.array(rowSchema).parse(rowsIn(value) ?? []);
  const template = z.string().safeParse(fields[names.template]).data;
  return {
    id,
    key,
    summary,
    labels: labels ?? [],
    template,
    status,
    rows,
    steps: rows.flatMap((row) => (row.isGroup ? [] : [seenStep(row)])),
    defaultStatus: table.defaultStatus?.name,
    statuses: table.stepsStatuses?.map(({ name }) => name),
    columns: table.stepsColumns?.length,
    comments: (comment?.comments ?? []).map(({ body }) => body),
  };
}

function seenStep({ cells, status, comments, attachments }: z.infer<typeof rowSchema>): SeenStep {
  return {
    title: cells.find((cell) => cell.trim() !== '') ?? '',
    status: status?.name,
    comments: comments?.map(({ body }) => body),
    attachments: (attachments ?? []).map(({ name }) => name),
  };
}
