import leven from 'leven';
import { curlCommand } from '../../contracts/curl-command.js';
import type { RepeatedRequest } from '../../contracts/curl-command.js';
import { isStubId } from '../faults/fault-kinds.js';
import { limits } from '../server/limits.js';
import { nearMisses } from '../server/near-misses.js';
import type { NearMiss } from '../server/near-misses.js';
import { BODY_LIMIT } from '../tenants/journal.js';
import type { JournalEntry } from '../tenants/journal.js';
import type { Tenant } from '../tenants/tenant.js';
import type { Tenants } from '../tenants/tenants.js';

/** One request of a journal, with the nearest endpoints if it met none. */
export interface JournalExchange extends JournalEntry {
  /** The nearest addresses, the best first; empty if the request met an endpoint or a stub. */
  readonly nearest: readonly NearMiss[];
}

/** Whether a request met an endpoint or a stub. */
function isAnswered({ endpoint, faults }: JournalEntry): boolean {
  return endpoint !== null || faults.some(isStubId);
}

/** A request to a tenant, with the nearest endpoints of that tenant. */
export function exchangeOf(tenant: Tenant, entry: JournalEntry): JournalExchange {
  if (isAnswered(entry)) return { ...entry, nearest: [] };
  const near = nearMisses(tenant.router.addresses, entry.method, entry.url);
  // A path with broken percent-encoding can look like a served one. No change of its steps would help.
  return { ...entry, nearest: near.filter(({ distance }) => distance > 0) };
}

/** How many tenants an unmatched request is compared with: the tenants with the most similar context paths. */
const MOST_TENANTS = 20;

/** A request that met no tenant, with the nearest endpoints of all tenants. */
export function unmatchedRequestExchangeOf(tenants: Tenants, entry: JournalEntry): JournalExchange {
  const own = /\/(rest|secure)(?=\/|$|\?)/.exec(entry.url)?.index ?? 0;
  const contextPath = entry.url.slice(0, own).slice(0, limits.name);
  const alike = tenants
    .all()
    .map((tenant) => ({ tenant, apart: leven(tenant.contextPath, contextPath) }))
    .sort((one, other) => one.apart - other.apart)
    .slice(0, MOST_TENANTS);
  const addresses = alike.flatMap(({ tenant }) =>
    tenant.router.addresses.map((address) => ({
      ...address,
      path: `${tenant.contextPath}${address.path}`,
    })),
  );
  return { ...entry, nearest: nearMisses(addresses, entry.method, entry.url) };
}

/**
 * A command that repeats a request. Credentials are not kept: the command has `$TRACKER_USERNAME:$TRACKER_PASSWORD` in
 * their place. It names files, and `body.json` for a body that was cut in the journal or was no UTF-8.
 */
export function curlOf(entry: JournalEntry, baseUrl: string): string {
  const { method, url, caller, contentType } = entry;
  return curlCommand({
    method,
    url: `${baseUrl}${url}`,
    login: caller === null ? undefined : 'basic',
    contentType: contentType ?? undefined,
    body: bodyOf(entry),
  });
}

function bodyOf({ contentType, requestBody }: JournalEntry): RepeatedRequest['body'] {
  if (contentType?.startsWith('multipart/') === true) return { files: uploads(requestBody) };
  if (requestBody === '') return undefined;
  return requestBody.length < BODY_LIMIT && !requestBody.includes('\ufffd') ? requestBody : { file: 'body.json' };
}

/** The files of a multipart body. The journal has one line for each. */
function uploads(requestBody: string): { part: string; filename: string }[] {
  return requestBody.split(/[\n\r\u2028\u2029]/).flatMap((line) => {
    const size = / \(\d+ bytes\)$/.exec(line);
    const end = line.indexOf(': ', 1);
    if (size === null || end === -1 || end + 2 > size.index) return [];
    return [{ part: line.slice(0, end), filename: line.slice(end + 2, size.index) }];
  });
}
