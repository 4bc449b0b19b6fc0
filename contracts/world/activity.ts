import * as z from 'zod';
import { isDay, trackerTimeSchema } from '../times.js';

export function rowsSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(z.strictObject(shape));
}

const id = z.int().positive();
const userKey = z.string().min(1);
const trimmed = z.string().trim().min(1);

const day = z.string().refine(isDay, 'a day that there is, such as 2026-11-21').optional();

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
  userKey: trimmed,
  values: z.record(z.string(), z.string()),
});

export const ownedLists = {
  connections: z.array(worldConnectionSchema),
  directoryUsers: z.array(worldDirectoryUserSchema),
  components: rowsSchema({
    id,
    projectId: id,
    name: z.string(),
    description: z.string().default(''),
    lead: userKey.nullable().default(null),
  }),
  versions: rowsSchema({
    id,
    projectId: id,
    name: z.string(),
    description: z.string().default(''),
    archived: z.boolean().default(false),
    released: z.boolean().default(false),
    releaseDate: day,
  }),
  /** Links of two issues: what the type says outward, the source is to the target. */
  issueLinks: rowsSchema({ id, typeId: id, sourceId: id, targetId: id }),
  /** Comments with an id and times of their own. Comments in an issue of the world have none. */
  comments: rowsSchema({
    id,
    issueId: id,
    author: userKey,
    /** The last who changed it, if that is not its author. */
    updateAuthor: userKey.optional(),
    body: z.string(),
    created: trackerTimeSchema,
    updated: trackerTimeSchema,
  }),
  /** Attachments with their bytes in Base64. */
  attachments: rowsSchema({
    id,
    issueId: id,
    author: userKey,
    filename: z.string().min(1),
    mimeType: z.string().min(1),
    created: trackerTimeSchema,
    content: z.base64(),
  }),
  remoteLinks: rowsSchema({
    id,
    issueId: id,
    globalId: z.string().optional(),
    application: z.record(z.string(), z.unknown()).default({}),
    relationship: z.string().optional(),
    object: z.record(z.string(), z.unknown()),
  }),
  /** Rows that handlers of custom endpoints keep. */
  customRows: rowsSchema({ of: z.string(), key: z.string(), value: z.unknown() }),
};

/**
 * The tracker's copy of the users of connections. It can differ from the users in the directories. Without it,
 * directories are synchronized at the start.
 */
export const syncedUsers = rowsSchema({
  connectionId: id,
  userKey,
  username: z.string().min(1),
  listed: z.boolean(),
  values: z.record(z.string(), z.string()),
}).optional();

export type WorldConnection = z.infer<typeof worldConnectionSchema>;

export type WorldDirectoryUser = z.infer<typeof worldDirectoryUserSchema>;
