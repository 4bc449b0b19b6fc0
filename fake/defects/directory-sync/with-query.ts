import type { UserListQuery } from '../../../contracts/index.js';

/** A call to a list with other parameters in its query. */
export function withQuery<Call extends { readonly query: UserListQuery }>(call: Call, changes: UserListQuery): Call {
  return { ...call, query: Object.assign({}, call.query, changes) };
}
