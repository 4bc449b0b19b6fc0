import * as z from 'zod';
import { permissionKeySchema } from '../tracker/bodies.js';
import { anyStatus, assumption, observedOnly, successStatus, refusals } from './assumption.js';

export const directorySyncAssumptions = {
  /** The authentication schemes that are accepted. */
  'AD-N01': assumption(z.array(z.enum(['basic', 'bearer'])).min(1), ['basic', 'bearer']),
  /** Status if the connection, user or attribute in the path does not exist; a success status means an empty object. */
  'AD-N02': assumption(z.strictObject({ connection: anyStatus, user: anyStatus, attribute: anyStatus }), {
    connection: 404,
    user: 404,
    attribute: 404,
  }),
  /** The permission a caller needs, and the status without it. */
  'AD-N03': assumption(z.strictObject({ permission: permissionKeySchema, refusal: z.int().min(400).max(499) }), {
    permission: 'ADMINISTER',
    refusal: 403,
  }),
  /** How several values of usernames and userkeys are passed. */
  'AD-N04': assumption(z.array(z.enum(['comma-separated', 'repeated'])).min(1), ['comma-separated', 'repeated']),
  /** The filter that keeps only the named attributes, and the prefix of the filter that selects users by value. */
  'AD-N05': assumption(z.strictObject({ keep: z.string().min(1), valuePrefix: z.string().min(1) }), {
    keep: 'fields',
    valuePrefix: 'field.',
  }),
  /** The largest page size, and the answer to a larger one. */
  'AD-N06': assumption(z.strictObject({ maximum: z.int().min(1), larger: z.enum(['cut', 'refused']) }), {
    maximum: 1000,
    larger: 'cut',
  }),
  /** Status of a page past the last; it has no elements. */
  'AD-N07': assumption(anyStatus, 200),
  /** Status for a size that is no positive integer, or a page before the first; a success status means the default is used. */
  'AD-N08': observedOnly(anyStatus, 400),
  /** Status and body of a successful update. */
  'AD-N09': assumption(z.strictObject({ status: successStatus, body: z.json().nullable() }), { status: 200, body: {} }),
  /** The answer to an update that names something unknown, and the part that it changed. */
  'AD-N10': assumption(z.strictObject({ status: anyStatus, changed: z.enum(['nothing', 'the rest']) }), {
    status: 400,
    changed: 'nothing',
  }),
  /** The sort order of list elements. */
  'AD-N11': observedOnly(z.enum(['username, connection', 'connection, username']), 'username, connection'),
  /** The selection by usernames and userkeys together; one of their names if only that filter counts. */
  'AD-N12': observedOnly(z.enum(['union', 'intersection', 'usernames', 'userkeys']), 'union'),
  /** The number of the first page, and the page that a call without a page gets. */
  'AD-N13': assumption(
    z.strictObject({ first: z.union([z.literal(0), z.literal(1)]), unasked: z.enum(['first', 'last']) }),
    { first: 1, unasked: 'first' },
  ),
  'AD-N14': refusals,
  /** Whether an update of mail or displayName also changes the tracker's own account of the user. */
  'AD-N15': observedOnly(z.enum(['left as it was', 'changed too']), 'left as it was'),
  /** The status of a successful read: of the connections, of a user, of a list of users. */
  'AD-N16': observedOnly(z.strictObject({ connections: successStatus, user: successStatus, list: successStatus }), {
    connections: 200,
    user: 200,
    list: 200,
  }),
  /** How a user without a value for an attribute of the connection is answered. */
  'AD-N17': assumption(z.enum(['empty text', 'absent']), 'empty text'),
  /** What the values of a user over all connections have of a connection without the user. */
  'AD-N18': assumption(z.enum(['nothing', 'an empty object']), 'nothing'),
  /** What each of the two filters matches. */
  'AD-N19': observedOnly(
    z.strictObject({ usernames: z.enum(['names', 'names and keys']), userkeys: z.enum(['keys', 'names and keys']) }),
    { usernames: 'names', userkeys: 'keys' },
  ),
} as const;
