import type { UserListElement, UserPage } from '../../../contracts/index.js';
import type { ProvidedConnection, TestFixtures } from '../../../fixtures/index.js';
import type { UserList } from './user-lists.js';

type Descriptor = UserPage['page'];

/** A list as it is met page by page. */
export interface Walk {
  readonly descriptors: readonly Descriptor[];
  /** How many elements each page holds. */
  readonly lengths: readonly number[];
  readonly elements: readonly UserListElement[];
}

/** Reads a list from its first page to the last that the first one announces. */
export async function walk(
  list: UserList,
  api: TestFixtures['directorySync'],
  connection: ProvidedConnection,
  query: Readonly<Record<string, string | string[]>>,
): Promise<Walk> {
  const read = async (page: number) => (await list.get(api, connection, { ...query, page: String(page) })).data;
  const first = await read(1);
  const pages = [first];
  for (let page = 2; page <= first.page.totalPages; page += 1) pages.push(await read(page));
  return {
    descriptors: pages.map((page) => page.page),
    lengths: pages.map(({ elements }) => elements.length),
    elements: pages.flatMap(({ elements }) => elements),
  };
}

/** What the pages of a list say of themselves, if a page holds so many of so many elements. */
export function expectedPages(total: number, size: number): Pick<Walk, 'descriptors' | 'lengths'> {
  const totalPages = Math.ceil(total / size);
  const pages = Array.from({ length: totalPages }, (_, index) => index);
  return {
    descriptors: pages.map((index) => ({
      current: index + 1,
      pageSize: size,
      totalPages,
      totalElements: total,
    })),
    lengths: pages.map((index) => Math.min(size, total - index * size)),
  };
}

/** What tells one element from every other. */
export function identityOf({ username, configurationName }: UserListElement): string {
  return `${username} of ${configurationName}`;
}
