/** A part of a multipart body. */
export interface FilePart {
  readonly part: string;
  readonly filename: string;
  readonly text: string;
}

/** A request as it is about to be sent. */
export interface PlannedRequest {
  readonly method: string;
  /** The path after the tenant's context path, encoded, without its query. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** The body; undefined for none. */
  readonly body?: string | undefined;
  /** Sent as multipart/form-data in place of a body. */
  readonly files?: readonly FilePart[] | undefined;
}

/** The path and the query of a request, as they are sent. */
export function urlOf({ path, query }: PlannedRequest): string {
  if (query.length === 0) return path;
  return `${path}?${query.map((pair) => pair.map(encodedText).join('=')).join('&')}`;
}

/** A text as it stands in a URL. Half a pair of surrogates can stand in a text, but in no URL. */
export function encodedText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
