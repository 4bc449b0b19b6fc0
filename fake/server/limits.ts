/** The most that a request may hold. What has more is refused with the limit; docs/fake.md has most of it. */
export const limits = {
  /** Bytes of a body of text: 16 MB. */
  body: 16 * 1024 * 1024,
  /** Lists and objects in each other. */
  depth: 100,
  /** Keys and items of a body. */
  values: 20_000,
  /** Characters of a text in a body. */
  text: 1_000_000,
  /** Characters of the `content` of an attachment in a body: a file as base64. */
  content: 14_000_000,
  /** Characters of a key in a body, and of what is called by name. */
  name: 255,
  /** Characters of a path and of one step of it, as they are sent. */
  path: 5_000,
  step: 2_500,
  /** Characters, conditions, and values in a list of a JQL query, and conditions in each other. */
  jql: 20_000,
  conditions: 50,
  operands: 1_000,
  nesting: 100,
  /** Issues, and rows of Steps tables, that a call about plans writes. */
  written: 10_000,
  /** Bytes of one file: 10 MB, a tracker's default. */
  file: 10 * 1024 * 1024,
  /** Bytes of an upload, including the boundaries: 64 MB. */
  upload: 64 * 1024 * 1024,
  /** Parts of an upload, files and others. */
  parts: 100,
  /** Bytes of a part that is no file, and of its name. */
  field: 64 * 1024,
  fieldName: 200,
  /** Characters of a boundary (RFC 2046). */
  boundary: 70,
  /** Bytes of the bodies of all requests that are not yet answered: 256 MB. */
  received: 256 * 1024 * 1024,
  /** Faults of a tracker, values of a property of one, and characters and wildcards of a pattern of paths. */
  faults: 50,
  faultValues: 10,
  pattern: 200,
  wildcards: 5,
  /** Different words by which rows of a table are searched. */
  words: 50,
} as const;

export function problemOfPath(url: string): string | undefined {
  const path = url.replace(/[?#].*$/s, '');
  if (path.length > limits.path) return `The path has at most ${limits.path} characters; it has ${path.length}.`;
  const longest = Math.max(...path.split('/').map((step) => step.length));
  return longest > limits.step
    ? `A step of the path has at most ${limits.step} characters; one has ${longest}.`
    : undefined;
}
