/** An entry as it stands in a body, unchecked. */
export interface RawEntry {
  readonly id?: unknown;
  readonly transitions?: unknown;
  readonly [property: string]: unknown;
}

/** The entries in the body of a list or a removal, unchecked; none where it has another shape. */
export function answeredEntries(body: unknown): RawEntry[] {
  const list = Array.isArray(body) ? body : (body as { defaults?: unknown } | undefined)?.defaults;
  return Array.isArray(list) ? (list as RawEntry[]) : [];
}
