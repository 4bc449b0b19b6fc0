import type {
  Assumptions,
  ProvidedConnection,
  TestFixtures,
  UserListElement,
  UserPage,
} from '../../../fixtures/index.js';
import { at } from '../../support/at.js';
import type { UserList } from './user-lists.js';

type Descriptor = UserPage['page'];

/** A list as it is met page by page. */
export interface Walk {
  /** The number of the first page. */
  readonly first: number;
  /** The description that each page gives of itself, as far as it is documented. */
  readonly descriptors: readonly Descriptor[];
  /** How many elements each page holds. */
  readonly lengths: readonly number[];
  readonly elements: readonly UserListElement[];
}

/**
 * The number of the first page of a list, which the document leaves open (AD-N13): 0 if a page describes
 * itself as page 0.
 */
export async function firstPage(
  list: UserList,
  api: TestFixtures['directorySync'],
  connection: Pick<ProvidedConnection, 'id'>,
): Promise<0 | 1> {
  const response = await list.get(api, connection, { page: '0', size: '1' });
  return response.ok && response.data.page.current === 0 ? 0 : 1;
}

/** Reads a list from its first page to the last that the first one announces. */
export async function walk(
  list: UserList,
  api: TestFixtures['directorySync'],
  connection: ProvidedConnection,
  query: Readonly<Record<string, string | string[]>>,
): Promise<Walk> {
  const first = await firstPage(list, api, connection);
  const read = async (index: number) =>
    (await list.get(api, connection, { ...query, page: String(first + index) })).data;
  const pages = [await read(0)];
  for (let index = 1; index < at(pages, 0).page.totalPages; index += 1) pages.push(await read(index));
  return {
    first,
    descriptors: pages.map(descriptorOf),
    lengths: pages.map(({ elements }) => elements.length),
    elements: pages.flatMap(({ elements }) => elements),
  };
}

/** The description that a page gives of itself, as far as it is documented. */
export function descriptorOf({ page: { current, pageSize, totalPages, totalElements } }: UserPage): Descriptor {
  return { current, pageSize, totalPages, totalElements };
}

/** The page that a list answers by default, in the terms of AD-N13; undefined if it is neither first nor last. */
export function unaskedPage(
  { current, totalPages }: Descriptor,
  first: number,
): Pick<Assumptions['AD-N13'], 'unasked'> | undefined {
  if (current === first) return { unasked: 'first' };
  return current === first + totalPages - 1 ? { unasked: 'last' } : undefined;
}

/** The descriptions of the pages of a list with so many elements in all and on each page. */
export function expectedPages(total: number, size: number, first: number): Pick<Walk, 'descriptors' | 'lengths'> {
  const totalPages = Math.ceil(total / size);
  const pages = Array.from({ length: totalPages }, (_, index) => index);
  return {
    descriptors: pages.map((index) => ({
      current: first + index,
      pageSize: size,
      totalPages,
      totalElements: total,
    })),
    lengths: pages.map((index) => Math.min(size, total - index * size)),
  };
}

/** A key that identifies an element. */
export function identityOf({ username, configurationName }: UserListElement): string {
  return `${username} of ${configurationName}`;
}
