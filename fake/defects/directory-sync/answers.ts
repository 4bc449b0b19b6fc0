import type { EndpointName, Endpoints, UpdateElement, UpdateRequest, UserListQuery } from '../../../contracts/index.js';
import type { Answer } from '../../server/answer.js';
import type { State } from '../../state/state.js';
import type { SyncedUserRow, Tables } from '../../state/tables.js';
import { handlerOf } from '../../tenants/implementation.js';
import type { Override } from '../../tenants/implementation.js';
import type { AnyHandler, Call, CallOf } from '../../tracker/call.js';
import { userLists } from '../answered.js';
import type { AnsweredElement, AnsweredPage } from '../answered.js';
import { changeCalls, changeHandlers, changeRequests, changeSome } from '../defect.js';

type UserList = (typeof userLists)[number];

export function pageIn({ json }: Answer): AnsweredPage {
  return json as AnsweredPage;
}

export const reads = ['getUserInConnection', 'getUserField', 'getUserAttributes', ...userLists] as const;

/** A tracker that answers an endpoint as if another one had been called, unless it refuses the call. */
export function answerLike(name: EndpointName, other: EndpointName, when?: (call: Call) => boolean): Override {
  return (implementation) => {
    const [right, wrong] = [handlerOf(implementation, name), handlerOf(implementation, other)];
    const handler: AnyHandler = (call) => {
      const answer = right(call);
      return when?.(call) !== false ? wrong(call) : answer;
    };
    return { ...implementation, handlers: { ...implementation.handlers, [name]: handler } };
  };
}

/** A tracker that answers reads, or some of them, from a fork of the state that `change` has changed. */
export function readOtherwise<const Name extends EndpointName>(
  names: Name | readonly Name[],
  change: (state: State, call: CallOf<Endpoints[Name]>) => void,
  when: (call: CallOf<Endpoints[Name]>) => boolean = () => true,
): Override {
  return changeSome(names, when, (call, answer) => {
    const state = call.state.fork();
    change(state, call);
    return answer({ ...call, state });
  });
}

export function connectionReads(change: (idOrName: string, tables: Tables) => string): Override {
  return changeCalls(['getUserInConnection', 'getUserField', 'listConnectionUsers'], ({ parameters, state }) => ({
    parameters: { ...parameters, idOrName: change(parameters.idOrName, state.tables) },
  }));
}

export function firstConnectionsValues({ tables }: State): void {
  for (const row of tables.syncedUsers.all()) {
    const [first = row] = tables.syncedUsers.where('userKey', row.userKey);
    tables.syncedUsers.set({ ...row, values: first.values });
  }
}

export function changeQuery(
  names: UserList | typeof userLists,
  change: (query: UserListQuery) => UserListQuery,
): Override {
  return changeCalls(names, ({ query }) => ({ query: change(query) }));
}

export function updatesRead(change: (update: readonly UpdateElement[]) => readonly UpdateElement[]): Override {
  return changeRequests('updateUsers', (body) => ({ ...body, update: [...change(body.update)] }));
}

export function mapKeys<Value>(record: Readonly<Record<string, Value>>, map: (key: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [map(key), value]));
}

export function without(query: UserListQuery, name: 'usernames' | 'userkeys'): UserListQuery {
  const { [name]: _, ...others } = query;
  return others;
}

export function withQuery<Call extends { readonly query: UserListQuery }>(call: Call, changes: UserListQuery): Call {
  return { ...call, query: Object.assign({}, call.query, changes) };
}

/** Asks for the page of the query of a call, or of another one, with some changes. */
type Ask = (changes: UserListQuery, query?: UserListQuery) => AnsweredPage;

/** A tracker whose lists answer pages with other parts. `change` can ask for the page of another query. */
export function changePages(
  names: UserList | typeof userLists,
  change: (page: AnsweredPage, call: { readonly query: UserListQuery; readonly state: State }, ask: Ask) => object,
): Override {
  return changeHandlers(names, (call, answer) => {
    const right = answer(call);
    const ask: Ask = (changes, query = call.query) => pageIn(answer(withQuery({ ...call, query }, changes)));
    return { ...right, json: { ...pageIn(right), ...change(pageIn(right), call, ask) } };
  });
}

type Descriptor = AnsweredPage['page'];

export function describePages(
  names: UserList | typeof userLists,
  change: (
    page: Descriptor,
    ...more: [elements: AnsweredPage['elements'], query: UserListQuery, ask: Ask]
  ) => Partial<Descriptor>,
): Override {
  return changePages(names, ({ page, elements }, { query }, ask) => ({
    page: { ...page, ...change(page, elements, query, ask) },
  }));
}

export function wholeList(ask: Ask): readonly AnsweredElement[] {
  const read = (page: number) => ask({ size: String(Number.MAX_SAFE_INTEGER), page: String(page) });
  const first = read(1);
  const more = Array.from({ length: Math.max(0, first.page.totalPages - 1) }, (_, index) => read(index + 2).elements);
  return [first.elements, ...more].flat();
}

export function updatedRows({ tables }: State, { connectionId, update }: UpdateRequest): SyncedUserRow[] {
  const keys = new Set(update.flatMap(({ data = [] }) => data.map(({ userKey }) => userKey)));
  return [...keys].flatMap((key) =>
    tables.syncedUsers.where('userKey', key).filter((row) => String(row.connectionId) === connectionId),
  );
}

export function isId(idOrName: string): boolean {
  return /^\d+$/.test(idOrName);
}
