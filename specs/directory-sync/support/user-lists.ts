import type {
  ApiResponse,
  ProvidedConnection,
  TestFixtures,
  UserListElement,
  UserListQuery,
  UserPage,
} from '../../../fixtures/index.js';

type Api = TestFixtures['directorySync'];

/** One of the two endpoints that list users page by page. */
export interface UserList {
  readonly name: 'listUsers' | 'listConnectionUsers';
  /** Asks for a page; the connection says nothing to the list over all connections. */
  readonly get: (
    api: Api,
    connection: Pick<ProvidedConnection, 'id'>,
    query?: UserListQuery,
  ) => Promise<ApiResponse<UserPage>>;
}

/** Both endpoints that list users. */
export const userLists: readonly UserList[] = [
  { name: 'listUsers', get: (api, _connection, query = {}) => api.listUsers({ query }) },
  {
    name: 'listConnectionUsers',
    get: (api, { id }, query = {}) => api.listConnectionUsers({ idOrName: id, query }),
  },
];

/** The elements of a page; none if the call was refused, or answered without a page. */
export function elementsIn(response: ApiResponse<UserPage>): readonly UserListElement[] {
  return response.problems.length === 0 ? response.data.elements : [];
}

/** The elements of one connection, with the documented properties only. */
export function elementsOf(
  { name }: Pick<ProvidedConnection, 'name'>,
  elements: readonly UserListElement[],
): readonly UserListElement[] {
  return elements
    .filter(({ configurationName }) => configurationName === name)
    .map(({ username, configurationName, fields }) => ({ username, configurationName, fields }));
}

/** The user names of elements, in alphabetical order. */
export function usernamesOf(users: readonly { readonly username: string }[]): string[] {
  return users.map(({ username }) => username).sort();
}
