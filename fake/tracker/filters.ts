import type { Endpoints } from '../../contracts/index.js';
import { json, noContent } from '../server/answer.js';
import { problemsIn, TrackerError } from '../server/errors.js';
import type { FilterRow } from '../state/tables.js';
import type { Call, CallOf, SomeHandlers, Reader } from './call.js';
import { callerOf } from './permissions.js';
import { readId, withoutUndefined } from './read-values.js';
import { renderUser, selfUrl } from './render.js';
import type { View } from './render.js';
import { problemsOfQuery } from './search/search.js';

export const filterHandlers = {
  /** `GET /filter/favourite`: the favourite filters of the caller. */
  listFavouriteFilters(call) {
    const { key } = callerOf(call);
    const filters = call.state.tables.filters
      .where('owner', key)
      .filter(({ favouriteOf }) => favouriteOf.includes(key));
    return json(filters.map((filter) => renderFilter(call, filter)));
  },
  /** `POST /filter`: saves a search. Only its owner sees it. */
  createFilter(call) {
    const { key } = callerOf(call);
    const blank = { id: 0, name: '', description: '', jql: '', owner: key, favouriteOf: [] };
    const filter = { ...checked(call, { ...blank, ...stored(call) }), id: call.state.nextId('filter') };
    call.state.tables.filters.set(filter);
    return json(renderFilter(call, filter));
  },
  getFilter: (call) => json(renderFilter(call, ownFilter(call, call.parameters.filterId))),
  /** `PUT /filter/{filterId}`: changes what the body names of a filter. */
  updateFilter(call) {
    const filter = checked(call, { ...ownFilter(call, call.parameters.filterId), ...stored(call) });
    call.state.tables.filters.set(filter);
    return json(renderFilter(call, filter));
  },
  /** `DELETE /filter/{filterId}`: deletes a filter. */
  deleteFilter(call) {
    call.state.tables.filters.delete(ownFilter(call, call.parameters.filterId).id);
    return noContent;
  },
} satisfies SomeHandlers;

function ownFilter(call: Reader, id: string): FilterRow {
  const filter = call.state.tables.filters.get(readId(id) ?? 0);
  if (filter !== undefined && filter.owner === call.caller?.key) return filter;
  const reason =
    'The selected filter is not available to you, perhaps it has been deleted or had its permissions changed.';
  throw new TrackerError(400, reason);
}

function stored({ caller, body }: Pick<CallOf<Endpoints['createFilter']>, 'caller' | 'body'>): Partial<FilterRow> {
  const { name, description, jql, favourite } = body;
  const favouriteOf = favourite === undefined ? undefined : favourite ? [callerOf({ caller }).key] : [];
  return withoutUndefined({ name: name?.trim(), description, jql, favouriteOf });
}

/** @throws TrackerError 400 for a name that is missing, too long or taken, and for a query that can't be answered */
function checked(call: Omit<Call, 'parameters' | 'query' | 'body'>, filter: FilterRow): FilterRow {
  const { id, name, jql, owner } = filter;
  const others = call.state.tables.filters.where('owner', owner).filter((other) => other.id !== id);
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  const errors = problemsIn({
    filterName:
      (name === '' && 'You must specify a name to save this filter as.') ||
      (name.length > 255 && 'The entered filter name is too long, it must be less than 255 chars.') ||
      (isTaken && 'Filter with same name already exists.'),
  });
  const messages = problemsOfQuery(call, jql);
  if (errors === undefined && messages.length === 0) return filter;
  throw new TrackerError(400, messages, errors);
}

function renderFilter(view: View & Pick<Call, 'caller'>, filter: FilterRow) {
  const { id, name, description, jql, favouriteOf } = filter;
  const owner = view.state.tables.users.get(filter.owner);
  const none = { size: 0, items: [], 'max-results': 1000, 'start-index': 0, 'end-index': 0 };
  return {
    self: selfUrl(view, 'filter', id),
    id: String(id),
    name,
    ...(description !== '' && { description }),
    ...(owner !== undefined && { owner: renderUser(view, owner) }),
    jql,
    viewUrl: `${view.baseUrl}/issues/?filter=${id}`,
    searchUrl: `${selfUrl(view, 'search')}?${new URLSearchParams({ jql })}`,
    favourite: view.caller !== null && favouriteOf.includes(view.caller.key),
    sharePermissions: [],
    editable: true,
    sharedUsers: none,
    subscriptions: none,
  };
}
