import * as z from 'zod';
import { assigneeTypeSchema } from '../tracker/requests.js';
import { isDay, trackerTimeSchema } from '../times.js';

const id = z.int().positive();
const userKey = z.string().min(1);
const trimmed = z.string().trim().min(1);

const day = z.string().refine(isDay, 'a day that there is, such as 2026-11-21').optional();
/** Who may see a comment or work; everybody who may see the issue, if it is left out. */
const visibility = z.strictObject({ type: z.enum(['group', 'role']), value: z.string() }).optional();

/** A component of a project. */
export const worldComponentSchema = z.strictObject({
  id,
  projectId: id,
  name: z.string(),
  description: z.string().default(''),
  lead: userKey.nullable().default(null),
  assigneeType: assigneeTypeSchema.default('PROJECT_DEFAULT'),
});

/** A version of a project. */
export const worldVersionSchema = z.strictObject({
  id,
  projectId: id,
  name: z.string(),
  description: z.string().default(''),
  archived: z.boolean().default(false),
  released: z.boolean().default(false),
  /** A day, as in 2026-11-21. */
  startDate: day,
  releaseDate: day,
  /** Its place among the versions of its project, if it was moved. */
  place: z.int().optional(),
});

/** A link of two issues: what its type says outward, the source is to the target. */
export const worldIssueLinkSchema = z.strictObject({ id, typeId: id, sourceId: id, targetId: id });

/** A comment with an id and times of its own. Comments in an issue of the world have none. */
export const worldCommentSchema = z.strictObject({
  id,
  issueId: id,
  author: userKey,
  /** The last who changed it, if that is not its author. */
  updateAuthor: userKey.optional(),
  visibility,
  body: z.string(),
  created: trackerTimeSchema,
  updated: trackerTimeSchema,
});

/** An attachment with its bytes in Base64. */
export const worldAttachmentSchema = z.strictObject({
  id,
  issueId: id,
  author: userKey,
  filename: z.string().min(1),
  mimeType: z.string().min(1),
  created: trackerTimeSchema,
  content: z.base64(),
  /** Whether it is none of the issue's own attachments. */
  unlisted: z.boolean().optional(),
});

/** Work on an issue. */
export const worldWorklogSchema = z.strictObject({
  id,
  issueId: id,
  author: userKey,
  updateAuthor: userKey,
  visibility,
  comment: z.string(),
  created: trackerTimeSchema,
  updated: trackerTimeSchema,
  started: trackerTimeSchema,
  seconds: z.int().min(0),
});

/** Somebody who watches an issue, or has voted for it. */
export const worldFollowerSchema = z.strictObject({ issueId: id, userKey });

/** A link from an issue to a page elsewhere. */
export const worldRemoteLinkSchema = z.strictObject({
  id,
  issueId: id,
  globalId: z.string().optional(),
  application: z.record(z.string(), z.unknown()).default({}),
  relationship: z.string().optional(),
  object: z.record(z.string(), z.unknown()),
});

/** A filter: a search that a user has saved, for nobody else to see. */
export const worldFilterSchema = z.strictObject({
  id,
  name: z.string(),
  description: z.string().default(''),
  jql: z.string(),
  owner: userKey,
  /** The users whose favourite it is. */
  favouriteOf: z.array(userKey).default([]),
});

const words = z.string().nullable();

/** A change of an issue, as its history shows it. */
export const worldHistorySchema = z.strictObject({
  id,
  issueId: id,
  author: userKey,
  created: trackerTimeSchema,
  items: z.array(
    z.strictObject({
      field: z.string(),
      fieldtype: z.enum(['jira', 'custom']),
      from: words,
      fromString: words,
      to: words,
      toString: words,
    }),
  ),
});

/** A connection: a link to a directory server, and the attributes that are synchronized over it. */
export const worldConnectionSchema = z.strictObject({
  id,
  name: trimmed,
  enabled: z.boolean().default(true),
  /** The distinguished name users are looked up under. */
  userDn: z.string().default('ou=users,dc=example,dc=com'),
  attributes: z
    .array(trimmed)
    .min(1)
    .max(100)
    .refine((names) => new Set(names).size === names.length, 'an attribute is named twice'),
});

/**
 * A user as the directory behind a connection holds it. When a tracker starts, what its directories hold is
 * synchronized. An attribute that has no value here is an empty text in the tracker.
 */
export const worldDirectoryUserSchema = z.strictObject({
  connectionId: id,
  /** The key of the tracker's user it belongs to. */
  userKey: trimmed,
  values: z.record(z.string(), z.string()),
});

/** The tracker's copy of a user of a connection. It can differ from the user in the directory. */
export const worldSyncedUserSchema = z.strictObject({
  connectionId: id,
  userKey,
  username: z.string().min(1),
  listed: z.boolean(),
  values: z.record(z.string(), z.string()),
});

/** A row that handlers of custom endpoints keep. */
export const worldCustomRowSchema = z.strictObject({ of: z.string(), key: z.string(), value: z.unknown() });

/** A connection of a world. */
export type WorldConnection = z.infer<typeof worldConnectionSchema>;

/** A user of a directory of a world. */
export type WorldDirectoryUser = z.infer<typeof worldDirectoryUserSchema>;
