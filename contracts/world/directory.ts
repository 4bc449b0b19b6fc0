import * as z from 'zod';

const id = z.int().positive();
const name = z.string().trim().min(1);

/** A connection: a link to a directory server, and the attributes that are synchronized over it. */
export const worldConnectionSchema = z.strictObject({
  id,
  name,
  enabled: z.boolean().default(true),
  /** The distinguished name users are looked up under. */
  userDn: z.string().default('ou=users,dc=example,dc=com'),
  attributes: z
    .array(name)
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
  userKey: name,
  values: z.record(z.string(), z.string()),
});

/** A connection of a world. */
export type WorldConnection = z.infer<typeof worldConnectionSchema>;

/** A user of a directory of a world. */
export type WorldDirectoryUser = z.infer<typeof worldDirectoryUserSchema>;
