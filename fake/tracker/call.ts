import type { z } from 'zod';
import type {
  Endpoint,
  Endpoints,
  PathParameters,
  RequestShape,
  WorldCustomField,
  WorldUser,
} from '../../contracts/index.js';
import type { Answer } from '../server/answer.js';
import type { Upload } from '../server/read-uploads.js';
import type { Session, Sessions } from '../server/sessions.js';
import type { State } from '../state/state.js';
import type { ProjectRow } from '../state/tables.js';
import type { ValueKind } from './fields/field.js';
import type { View } from './render.js';

/** Everything a handler knows of the call it answers. */
export interface Call extends View {
  /** The extensions of the tracker's issues by the other APIs. */
  readonly extensions: readonly Extension[];
  /** The tracker's configuration properties in force: the properties of its last start. */
  readonly properties: Readonly<Record<string, string>>;
  /** The caller; null without credentials. */
  readonly caller: WorldUser | null;
  /** The login sessions of the tracker. */
  readonly sessions: Sessions;
  /** The login session of the call, if it has one. */
  readonly session: Session | undefined;
  /** The values of the path's parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The query, checked by the endpoint's schema. */
  readonly query: unknown;
  /** The body, checked by the endpoint's schema. */
  readonly body: unknown;
  /** The body as the caller sent it; empty if there is none, and for a multipart body. */
  readonly bodyText: string;
  /** The files of a multipart body. */
  readonly uploads: readonly Upload[];
  /** Path and query as the caller sent them, without the context path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Defers an action. A setting of the tenant tells when it is done. */
  readonly defer: (action: (state: State) => void) => void;
}

export type Reader = Pick<Call, 'state' | 'caller'>;

type Parsed<Schema, Fallback> = Schema extends z.ZodType ? z.output<Schema> : Fallback;

/** A call to one endpoint, with the types its row of the table gives to path, query and body. */
export type CallOf<E extends RequestShape & Pick<Endpoint, 'family' | 'method' | 'path'>> = Omit<
  Call,
  'parameters' | 'query' | 'body'
> & {
  readonly parameters: { readonly [Name in keyof PathParameters<E>]: string };
  readonly query: Parsed<E extends { query: infer Query } ? Query : undefined, Record<string, never>>;
  readonly body: Parsed<E extends { body: infer Body } ? Body : undefined, undefined>;
};

/** One handler for each endpoint of a table; a missing one does not compile. */
export type HandlersOf<Table extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Table]: (call: CallOf<Table[Name]>) => Answer;
};

export type SomeHandlers = Partial<HandlersOf<Endpoints>>;

/**
 * A handler whose endpoint is known at run time only. As a method it takes handlers of narrower calls. The router and
 * the schemas make sure that each handler gets calls of its own endpoint.
 */
export type AnyHandler = { handle(call: Call): Answer }['handle'];

/** A type of custom field. */
export interface CustomFieldType {
  /** The tracker's name for the type: the plug-in, and the name of the type in the plug-in. */
  readonly key: string;
  readonly kindOf: (field: WorldCustomField) => ValueKind;
}

/** An issue about to be created, its values already checked. */
export interface NewIssue {
  readonly state: State;
  readonly project: ProjectRow;
  readonly issueTypeId: number;
  readonly requestTypeId: number | null;
  /** The values the caller gave, by field id. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** An extension of the tracker's issues by another API. */
export interface Extension {
  readonly customFieldTypes: { readonly [Type in WorldCustomField['type']]?: CustomFieldType };
  /** The values to store in a new issue, by field id. If it is left out, the values of the call are stored. */
  readonly fillNewIssue?: (issue: NewIssue) => Readonly<Record<string, unknown>>;
}
