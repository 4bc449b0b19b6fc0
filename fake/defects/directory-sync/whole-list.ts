import type { UserListQuery } from '../../../contracts/index.js';
import type { Answer } from '../../server/answer.js';
import type { AnsweredElement, AnsweredPage } from './answers.js';
import { withQuery } from './with-query.js';

/** Every element of the list that a call asks for a page of, however few elements a page may hold. */
export function wholeList<Call extends { readonly query: UserListQuery }>(
  call: Call,
  answer: (call: Call) => Answer,
): readonly AnsweredElement[] {
  const size = String(Number.MAX_SAFE_INTEGER);
  const read = (page: number) => answer(withQuery(call, { size, page: String(page) })).json as AnsweredPage;
  const first = read(1);
  const more = Array.from({ length: Math.max(0, first.page.totalPages - 1) }, (_, index) => read(index + 2).elements);
  return [first.elements, ...more].flat();
}
