import { to } from './address.js';
import type { TenantDescription } from './answers.js';
import { ask, countUnmatched, unmatchedNote } from './control-api.js';
import { code, dateAndTime, el, nothing, number, time, withCount } from './dom.js';
import { table } from './view.js';
import type { Column, View } from './view.js';

const SHOWN_TENANTS = 200;

const count = (label: string, value: (tenant: TenantDescription) => number): Column<TenantDescription> => ({
  label,
  class: 'count',
  cell: (tenant) => number.format(value(tenant)),
});

const columns: readonly Column<TenantDescription>[] = [
  {
    label: 'Tenant',
    class: 'name',
    cell: ({ name }) => el('a', { href: to(['tenants', name, 'requests']) }, name),
  },
  { label: 'Context path', cell: ({ contextPath }) => code(contextPath || '/') },
  { label: 'Opened', cell: ({ opened }) => time(opened, dateAndTime) },
  count('Requests', ({ journal }) => journal.last),
  count('Faults', ({ faults }) => faults),
  count('Projects', ({ rows }) => rows['projects'] ?? 0),
  count('Templates', ({ rows }) => rows['templates'] ?? 0),
  count('Entries', ({ rows }) => rows['entries'] ?? 0),
  count('Issues', ({ rows }) => rows['issues'] ?? 0),
  count('Users', ({ rows }) => rows['users'] ?? 0),
  count('Synced users', ({ rows }) => rows['syncedUsers'] ?? 0),
];

/** The list of tenants. */
export const tenantsView: View = {
  search: 'Names and context paths',
  async load(route) {
    const [tenants, unmatched] = await Promise.all([ask<readonly TenantDescription[]>(['tenants']), countUnmatched()]);
    const [first] = tenants;
    if (route.isStart === true && first !== undefined && tenants.length === 1) {
      return { redirect: to(['tenants', first.name, 'requests']) };
    }
    const words = (route.parameters.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const found = tenants.filter(({ name, contextPath }) =>
      words.every((word) => `${name} ${contextPath}`.toLowerCase().includes(word)),
    );
    const none = tenants.length === 0 ? 'No tenant is open.' : 'No tenant has these words in its name or context path.';
    return {
      title: 'Tenants',
      head: [
        el('h1', {}, withCount('Tenants', found.length)),
        el('p', { class: 'quiet' }, 'Each is a tracker of its own: its rows, its clock, its journal.'),
      ],
      results: [
        found.length === 0 ? nothing(none) : table('Tenants', columns, found.slice(0, SHOWN_TENANTS)),
        found.length > SHOWN_TENANTS &&
          el('p', { class: 'quiet' }, `The first ${SHOWN_TENANTS} of ${number.format(found.length)}.`),
        unmatchedNote(unmatched),
      ],
    };
  },
};
