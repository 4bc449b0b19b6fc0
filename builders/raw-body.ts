import type { RefusalKind } from '../contracts/index.js';

/** A request body that is sent unchanged, even if the endpoint asks for another one. */
export class RawBody {
  /** Its difference from a valid body, for titles and reports: `without defaults`. */
  readonly name: string;
  /** The text that is sent; no body at all if it is undefined. */
  readonly text: string | undefined;
  /** The content type that is sent with it; null for none. */
  readonly contentType: string | null;

  constructor(name: string, text: string | undefined, contentType: string | null = 'application/json') {
    this.name = name;
    this.text = text;
    this.contentType = contentType;
  }

  /** A body of any JSON. */
  static json(name: string, value: unknown): RawBody {
    return new RawBody(name, JSON.stringify(value));
  }
}

/** Bodies that every endpoint with a JSON body has to refuse, each with the kind of refusal. */
export const unreadableBodies: readonly { readonly body: RawBody; readonly kind: RefusalKind }[] = [
  { body: new RawBody('no body', undefined, null), kind: 'unreadableBody' },
  { body: new RawBody('an empty body', ''), kind: 'unreadableBody' },
  { body: new RawBody('broken JSON', '{"defaults": ['), kind: 'unreadableBody' },
  { body: new RawBody('a body that renames the prototype', '{"__proto__": {"defaults": []}}'), kind: 'wrongTypes' },
  { body: new RawBody('a body without a content type', '{}', null), kind: 'mediaType' },
  { body: new RawBody('a form', 'defaults=1', 'application/x-www-form-urlencoded'), kind: 'mediaType' },
  { body: new RawBody('JSON sent as text', '{}', 'text/plain'), kind: 'mediaType' },
];
