import type { TenantSummary } from '../../control/control.js';
import { searchedWords, to } from './address.js';
import type { Route } from './address.js';
import { ask, countUnmatched, unmatchedNote } from './control-api.js';
import { code, el, nothing, number, quiet, time, withCount } from './dom.js';
import { searchField, tableOf } from './view.js';
import type { Column, View } from './view.js';

const SHOWN_TENANTS = 200;

type Counted = readonly [label: string, count: (tenant: TenantSummary) => number];

const counts: readonly Counted[] = [
  ['Requests', ({ journal }) => journal.last],
  ['Faults', ({ faults }) => faults],
  ['Projects', ({ rows }) => rows.projects],
  ['Templates', ({ rows }) => rows.templates],
  ['Entries', ({ rows }) => rows.entries],
  ['Issues', ({ rows }) => rows.issues],
  ['Users', ({ rows }) => rows.users],
  ['Synced users', ({ rows }) => rows.syncedUsers],
];

const columns: readonly Column<TenantSummary, Route>[] = [
  { label: 'Tenant', class: 'name', cell: ({ name }) => el('a', { href: to(['tenants', name, 'requests']) }, name) },
  { label: 'Context path', cell: ({ contextPath }) => code(contextPath || '/') },
  { label: 'Opened', cell: ({ opened }) => time(opened) },
  ...counts.map(([label, count]): Column<TenantSummary, Route> => {
    return { label, class: 'count', cell: (tenant) => number.format(count(tenant)) };
  }),
];

export const tenantsView: View = async (route) => {
  const [tenants] = await Promise.all([ask<readonly TenantSummary[]>(['tenants']), countUnmatched()]);
  const [first] = tenants;
  // The list has its own address. An empty address opens the tenant of a fake that has only one.
  if (route.steps.length === 0 && first !== undefined && tenants.length === 1) {
    return { redirect: to(['tenants', first.name, 'requests']) };
  }
  const words = searchedWords(route);
  const found = tenants.filter(({ name, contextPath }) =>
    words.every((word) => `${name} ${contextPath}`.toLowerCase().includes(word)),
  );
  const none = tenants.length === 0 ? 'No tenant is open.' : 'No tenant has these words in its name or context path.';
  return {
    title: 'Tenants',
    head: [
      el('h1', {}, withCount('Tenants', found.length)),
      el('p', {}, quiet('Each is a tracker of its own: its rows, its clock, its journal.')),
    ],
    form: [searchField(route, 'Search names and context paths')],
    results: [
      found.length === 0 ? nothing(none) : await tableOf(route, 'Tenants', columns, found.slice(0, SHOWN_TENANTS)),
      found.length > SHOWN_TENANTS &&
        el('p', {}, quiet(`The first ${SHOWN_TENANTS} of ${number.format(found.length)}.`)),
      unmatchedNote(),
    ],
  };
};
