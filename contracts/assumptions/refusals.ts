import * as z from 'zod';
import { assumption } from './assumption.js';

/** The status of a refusal: one that redirects to a login page, or fails, is one too. */
const refusalStatus = z.int().min(300).max(599);

const kinds = {
  /** A call without credentials. */
  noLogin: refusalStatus,
  /** Credentials that are of no use. */
  wrongLogin: refusalStatus,
  /** A body that can't be read, such as broken JSON, or none. */
  unreadableBody: refusalStatus,
  /** A body whose values have other types than the document says, or that lacks one that is required. */
  wrongTypes: refusalStatus,
  /** A body of another media type. */
  mediaType: refusalStatus,
};

/** What the document of an API leaves open of refusals. */
export const refusalsSchema = z.strictObject({
  ...kinds,
  /** The body: the tracker's own error body, an object with a message, anything else such as a page, or none. */
  body: z.enum(['errorMessages', 'message', 'text', 'empty']),
});

/** How an API refuses calls that its document says nothing of (DT-N17, AD-N14, TM-N17). */
export type Refusals = z.infer<typeof refusalsSchema>;

/** What a call is refused for. */
export type RefusalKind = keyof typeof kinds;

/** Refusals as the tracker's own API has them. */
export const usualRefusals: Refusals = {
  noLogin: 401,
  wrongLogin: 401,
  unreadableBody: 400,
  wrongTypes: 400,
  mediaType: 415,
  body: 'errorMessages',
};

/** The setting for the refusals of one API. */
export const refusals = assumption(refusalsSchema, usualRefusals);

/** The open question about the refusals of each API. */
export const refusalRules = {
  'default-templates': 'DT-N17',
  'directory-sync': 'AD-N14',
  'test-management': 'TM-N17',
} as const;
