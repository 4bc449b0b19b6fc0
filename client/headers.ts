import { keepRecent } from './secrets.js';

/** Headers that the connection decides. */
const OF_CONNECTION = /^(?:connection|content-length|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Why a request can't have a header, after its name; undefined if it can. Never its value, which may be a secret. */
export function problemOfHeader(name: string, value: unknown): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'is no name of a header';
  if (OF_CONNECTION.test(name)) return 'is a header that the connection sets';
  if (typeof value !== 'string') return 'has no text as its value';
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? undefined : 'has a value that no header can have';
}

/** Names of headers as this package writes them: reports and the guard look them up so. */
const usual = new Map(['Accept', 'Authorization', 'Content-Type', 'Cookie'].map((name) => [name.toLowerCase(), name]));

/** Headers of several sources, of which a later one wins. Names differ in more than their case. */
export function mergeHeaders(...sources: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const merged = new Map<string, [name: string, value: string]>();
  for (const [name, value] of sources.flatMap((source) => Object.entries(source))) {
    const key = name.toLowerCase();
    merged.set(key, [usual.get(key) ?? name, value]);
  }
  return Object.fromEntries(merged.values());
}

/** Whether the value of a header is a secret, by its name: that of a key, a token, a session. */
export function isSecretHeader(name: string): boolean {
  return (
    /auth(?!or$)|assertion|bearer|cookie|credential|csrf|jwt|key|passw|-pat$|saml|secret|session|signature|sso|token|xsrf/i.test(
      name,
    ) && !/^(?:x-atlassian-token|idempotency-key)$/i.test(name)
  );
}

/** Remembers the values of headers that are secrets by their names: a tracker may repeat them. */
export function keepSecretHeaders(headers: Readonly<Record<string, string>>): void {
  const secret = Object.fromEntries(Object.entries(headers).filter(([name]) => isSecretHeader(name)));
  for (const value of secretsInHeaders(secret)) keepRecent(value);
}

/** A shorter value is more likely a word, such as `https`, which would be missing in every report. */
const SECRET_LENGTH = 8;

/** The secrets in the values of headers: each value whole, and its parts, such as the token behind a scheme. */
export function secretsInHeaders(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s;=,]+/)]);
  return [...new Set(values)].filter((value) => value.length >= SECRET_LENGTH);
}
