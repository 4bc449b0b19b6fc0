import { isDeepStrictEqual } from 'node:util';
import type { World } from '../../../contracts/index.js';
import type { TenantSummary } from '../../../fake/control/control.js';
import { tables } from './virtual-user.js';
import type { VirtualUser } from './virtual-user.js';
import { foreignIn } from './mark.js';
import { FIRST_TITLE, markedWorld } from './marked-world.js';
import type { MarkedTenant } from './marked-tenant.js';
import type { FakeAdmin } from './fake-admin.js';
import { entriesOf, placeOf } from './scenarios/default-templates.js';
import type { PlacedEntry } from './scenarios/default-templates.js';
import { formatValue } from './format-value.js';
import { titleOf } from './scenarios/directory-sync.js';

/** The rows of the tenants after the load, compared with the rows that the virtual users have made. */
export interface TenantsVerdict {
  readonly problems: readonly string[];
  /** How many rows were compared. */
  readonly rows: number;
}

/** Compares what each tenant holds, and how many requests it was asked, with what its virtual users know. */
export async function judgeTenants(
  admin: FakeAdmin,
  tenants: readonly MarkedTenant[],
  virtualUsers: readonly VirtualUser[],
): Promise<TenantsVerdict> {
  const summaries = await admin.summaries();
  const problems: string[] = [];
  let rows = 0;
  for (const tenant of tenants) {
    const state = await admin.state(tenant);
    const own = virtualUsers.filter((virtualUser) => virtualUser.tenant === tenant);
    const summary = summaries.find(({ name }) => name === tenant.mark);
    rows += Object.values(state)
      .flatMap((part) => (Array.isArray(part) ? part.length : []))
      .reduce((sum, count) => sum + count, 0);
    problems.push(...problemsOf(tenant, own, state, summary).map((problem) => `${tenant.mark}: ${problem}`));
  }
  return { problems, rows };
}

function problemsOf(
  tenant: MarkedTenant,
  virtualUsers: readonly VirtualUser[],
  state: World,
  summary: TenantSummary | undefined,
): string[] {
  const world = markedWorld(tenant);
  const foreign = foreignIn(JSON.stringify(state), tenant.number);
  const sum = (count: (virtualUser: VirtualUser) => number) =>
    virtualUsers.reduce((total, virtualUser) => total + count(virtualUser), 0);
  const numbers = tables.map((table) => {
    const before = table === 'issues' || table === 'entries' ? (world[table]?.length ?? 0) : 0;
    return [`the number of ${table}`, state[table].length, before + sum(({ rows }) => rows[table])] as const;
  });
  const compared = [
    ...numbers,
    ['the number of requests in the journal', summary?.journal.last, sum(({ answered }) => answered)],
    ['what was made and stayed', madeIn(state, world.issues?.length ?? 0), leftBy(virtualUsers)],
  ] as const;
  return [
    ...foreign.map((mark) => `it holds ${mark}`),
    ...compared
      .filter(([, actual, expected]) => !isDeepStrictEqual(actual, expected))
      .map(([what, actual, expected]) => `${what} is ${formatValue(actual)} instead of ${formatValue(expected)}`),
  ];
}

interface StoredIssue {
  readonly id: number;
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The rows of a tenant that it did not start with. */
function madeIn(state: World, first: number): readonly string[] {
  const issues = (state.issues as readonly StoredIssue[]).slice(first);
  const users = state.syncedUsers as readonly { username: string; values: Record<string, string> }[];
  return [
    ...(state.entries as readonly PlacedEntry[]).map(placeOf),
    ...users.map(({ username, values }) => `${username}: ${values['title'] ?? ''}`).filter(isNew),
    ...issues.map(({ key }) => key),
    ...issues.flatMap(({ key, fields }) =>
      'customfield_10103' in fields ? [] : [`${key}: ${String(fields['summary'])}`],
    ),
  ].sort();
}

/** The same as the virtual users of the tenant have left it. */
function leftBy(virtualUsers: readonly VirtualUser[]): readonly string[] {
  return virtualUsers
    .flatMap((virtualUser) => [
      ...(virtualUser.left.entries ? entriesOf(virtualUser) : []),
      ...[`${virtualUser.own.username}: ${titleOf(virtualUser)}`].filter(isNew),
      ...[virtualUser.left.issue?.key, virtualUser.left.testCase?.key].filter((key) => key !== undefined),
      ...(virtualUser.left.issue === undefined
        ? []
        : [`${virtualUser.left.issue.key}: ${virtualUser.left.issue.summary}`]),
    ])
    .sort();
}

/** Whether a user has another title than at the start. */
function isNew(user: string): boolean {
  return !user.endsWith(FIRST_TITLE);
}
