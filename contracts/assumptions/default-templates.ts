import * as z from 'zod';
import { permissionKeySchema } from '../tracker/bodies.js';
import { anyStatus, assumption, observedOnly, successStatus, refusals } from './assumption.js';

const refusalStatus = z.int().min(400).max(499);

/** An answer to a body the service can't carry out: its status, or `passed over` if the item is left out silently. */
const refusal = z.union([refusalStatus, z.literal('passed over')]);

/** The permission a call needs; null if logging in is enough. */
const neededPermission = permissionKeySchema.nullable();

export const defaultTemplatesAssumptions = {
  /** Statuses of success, by kind of call. */
  'DT-N01': assumption(
    z.strictObject({ list: successStatus, create: successStatus, delete: successStatus, transitions: successStatus }),
    { list: 200, create: 200, delete: 200, transitions: 200 },
  ),
  /** Status for an unknown project in the path; a success status means an empty result. */
  'DT-N02': assumption(anyStatus, 404),
  /** Status for an unknown template in the path; a success status means an empty result. */
  'DT-N03': assumption(anyStatus, 404),
  /** The answer to a creation for each kind of impossible item, and whether the rest of the body is still created. */
  'DT-N04': observedOnly(
    z.strictObject({
      unknownProject: refusal,
      typeNotInProject: refusal,
      requestTypeInRegularProject: refusal,
      noType: refusal,
      noProject: refusal,
      rest: z.enum(['not created', 'created']),
    }),
    {
      unknownProject: 400,
      typeNotInProject: 400,
      requestTypeInRegularProject: 400,
      noType: 400,
      noProject: 400,
      rest: 'not created',
    },
  ),
  /** The status of assigning the same template, project and type again, and how many entries there are then. */
  'DT-N05': assumption(z.strictObject({ status: anyStatus, entries: z.union([z.literal(1), z.literal(2)]) }), {
    status: 200,
    entries: 1,
  }),
  /** Which list wins for a key that is in both. */
  'DT-N06': observedOnly(z.enum(['ignored', 'included']), 'ignored'),
  /** The permission each kind of call needs, and the status without it. */
  'DT-N07': assumption(
    z.strictObject({
      read: neededPermission,
      change: neededPermission,
      bulk: neededPermission,
      refusal: refusalStatus,
    }),
    { read: 'BROWSE_PROJECTS', change: 'ADMINISTER_PROJECTS', bulk: 'ADMINISTER', refusal: 403 },
  ),
  /** The entries that a filter item without type lists selects in its project. */
  'DT-N08': assumption(z.enum(['all', 'none']), 'all'),
  /** The status of a removal that matches nothing; the result is then empty if the status is a success. */
  'DT-N09': assumption(anyStatus, 200),
  /** The property names of an element of transitions; null if the element lacks the property. */
  'DT-N10': assumption(
    z.strictObject({
      transitionId: z.string().nullable(),
      name: z.string().nullable(),
      screenId: z.string().nullable(),
    }),
    { transitionId: 'id', name: 'name', screenId: 'screenId' },
  ),
  /** Method and path of a removal with a body. The path is relative to the API's base and holds `{templateId}`. */
  'DT-N11': assumption(
    z.strictObject({
      method: z.enum(['DELETE', 'POST', 'PUT']),
      path: z
        .string()
        .max(200)
        .regex(/^\/.*\{templateId\}/, 'a path that starts with / and holds {templateId}'),
    }),
    { method: 'DELETE', path: '/template/{templateId}' },
  ),
  /**
   * The screen that a transition id other than the initial one writes, and its effect on a project whose workflow lacks
   * it.
   */
  'DT-N12': observedOnly(
    z.strictObject({
      known: z.enum(['screen of that transition', 'screen of the initial transition']),
      missing: z.enum(['error message', 'skipped']),
    }),
    { known: 'screen of that transition', missing: 'error message' },
  ),
  /** The effect of an unknown project key in a bulk call. */
  'DT-N13': observedOnly(z.enum(['error message', 'passed over', 'refused']), 'error message'),
  /** Which of two default templates of one project and type fills the issue in. */
  'DT-N14': observedOnly(z.enum(['oldest', 'newest']), 'newest'),
  /** Whether a default template applies in a project without the template-creation post function. */
  'DT-N15': observedOnly(z.enum(['applied', 'not applied']), 'not applied'),
  /** How the creation treats issue types in a service desk: it accepts them, or treats them as an impossible item. */
  'DT-N16': assumption(z.union([z.literal('accepted'), refusal]), 'accepted'),
  'DT-N17': refusals,
  /**
   * How a bulk call reports unchanged entries: whether it counts them, and in which list it names a project that has
   * only such entries.
   */
  'DT-N18': observedOnly(
    z.strictObject({
      entries: z.enum(['counted', 'left out']),
      project: z.enum(['updated', 'skipped', 'left out']),
    }),
    { entries: 'counted', project: 'updated' },
  ),
  /** How the creation answers a list with the same id twice, which makes one entry, and an empty list. */
  'DT-N19': observedOnly(
    z.strictObject({
      repeatedId: z.union([z.enum(['echoed once', 'echoed twice']), refusalStatus]),
      emptyList: z.union([z.literal('as if left out'), refusalStatus]),
    }),
    { repeatedId: 'echoed once', emptyList: 400 },
  ),
  /** What happens to a second template that is made the default of the same project and type. */
  'DT-N20': assumption(z.enum(['both stand', 'replaces the first', 'refused']), 'both stand'),
  /**
   * How bodies of other types than documented, other media types, and bulk calls without a value are taken. A lenient
   * reader takes numbers and texts for each other, and a missing body as one without values.
   */
  'DT-N21': observedOnly(z.enum(['refused', 'read leniently']), 'refused'),
  /** How a bulk call lists an ignored project that has entries. */
  'DT-N22': observedOnly(z.enum(['left out', 'skipped']), 'left out'),
} as const;
