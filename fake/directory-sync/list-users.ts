import type { UserListQuery, WorldConnection } from '../../contracts/index.js';
import { json } from '../server/answer.js';
import type { Answer } from '../server/answer.js';
import { TrackerError } from '../server/errors.js';
import { writtenOnce } from '../server/write-json.js';
import { connectionOf } from '../state/directory.js';
import type { SyncedUserRow } from '../state/tables.js';
import type { Call, SomeHandlers } from '../tracker/call.js';
import { readFilter, readPage, selectRows } from './select-rows.js';
import type { UserFilter, WantedPage } from './select-rows.js';
import { findConnection, requireAccess, unknown, shownValues } from './locate.js';

type ListCall = Pick<Call, 'state' | 'assumptions'> & { readonly query: UserListQuery };

export const listHandlers = {
  /** `GET /user` */
  listUsers(call) {
    requireAccess(call);
    return list(call, undefined);
  },
  /** `GET /connection/{idOrName}/user` */
  listConnectionUsers(call) {
    requireAccess(call);
    const { idOrName } = call.parameters;
    const connection = findConnection(call.state, idOrName);
    const wanted = readPage(call.query, call.assumptions);
    if (connection === undefined) {
      const status = unknown(call, 'connection', idOrName);
      return json({ elements: [], page: describe(numbered(wanted, 0, call), 0) }, status);
    }
    return list(call, connection);
  },
} satisfies SomeHandlers;

function list(call: ListCall, connection: WorldConnection | undefined): Answer {
  const wanted = readPage(call.query, call.assumptions);
  const filter = readFilter(call.query, call.assumptions);
  const selected = selectRows(call, filter, connection?.id);
  const total = selected.length;
  const { page, size } = numbered(wanted, total, call);
  const { first } = call.assumptions['AD-N13'];
  const offset = (page - first) * size;
  const past = page > first && offset >= total;
  const status = past ? call.assumptions['AD-N07'] : call.assumptions['AD-N16'].list;
  if (status >= 400) throw new TrackerError(status, `There is no page ${page} of ${size} elements.`);
  const rows = past ? [] : selected.slice(offset, offset + size);
  return json(
    { elements: rows.map((row) => render(call, row, filter)), page: describe({ page, size }, total) },
    status,
  );
}

/** A page with its number. It has no number if none was requested (AD-N13). */
function numbered({ page, size }: WantedPage, total: number, { assumptions }: Pick<ListCall, 'assumptions'>) {
  const { first, unasked } = assumptions['AD-N13'];
  const last = first + Math.max(0, Math.ceil(total / size) - 1);
  return { page: page ?? (unasked === 'first' ? first : last), size };
}

function describe({ page, size }: ReturnType<typeof numbered>, total: number) {
  return { current: page, pageSize: size, totalPages: Math.ceil(total / size), totalElements: total };
}

interface Element {
  readonly username: string;
  readonly configurationName: string;
  readonly fields: SyncedUserRow['values'];
}

/** The elements of rows: writing their JSON is most of the cost of a list, and most lists need all attributes. */
const wholeElements = new WeakMap<SyncedUserRow, Element>();

function render(call: ListCall, row: SyncedUserRow, { keep }: UserFilter): Element {
  const { name: configurationName } = connectionOf(call.state, row);
  const values = shownValues(call, row.values);
  if (keep === undefined && values === row.values) return wholeElement(row, configurationName);
  const kept = Object.entries(values).filter(([attribute]) => keep?.has(attribute) ?? true);
  return { username: row.username, configurationName, fields: Object.fromEntries(kept) };
}

/** A row with all its attributes. */
function wholeElement(row: SyncedUserRow, configurationName: string): Element {
  const known = wholeElements.get(row);
  if (known?.configurationName === configurationName) return known;
  const element = writtenOnce({ username: row.username, configurationName, fields: row.values });
  wholeElements.set(row, element);
  return element;
}
