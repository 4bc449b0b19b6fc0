import { changeBodies, changeHandlers, defect } from '../defect.js';
import { isId, readsOfConnection } from './answers.js';
import type { AnsweredPage } from './answers.js';

/** Defects that show only if two features meet. */
export const pairDefects = [
  defect(
    'AD-21-values-beside-new-name-lost',
    'Values in the element of an update that has details of the connection are not written.',
    changeHandlers('updateUsers', (call, answer) => {
      const update = call.body.update.map(({ data, ...element }) =>
        data === undefined || (element.connection ?? []).length > 0 ? element : { ...element, data },
      );
      return answer({ ...call, body: { ...call.body, update } });
    }),
  ),
  defect(
    'AD-20-last-object-of-several-users',
    'If an element of an update has several users, only the last object of the fields of each counts.',
    changeHandlers('updateUsers', (call, answer) => {
      const update = call.body.update.map(({ data, ...element }) => {
        const read = data?.map((user) => ({ ...user, fields: data.length > 1 ? user.fields.slice(-1) : user.fields }));
        return { ...element, ...(read && { data: read }) };
      });
      return answer({ ...call, body: { ...call.body, update } });
    }),
  ),
  defect(
    'AD-04-digits-are-an-id',
    'A name of digits that a connection has is taken for an id.',
    changeHandlers(readsOfConnection, (call, answer) => {
      const { idOrName } = call.parameters;
      const isKnown = call.state.tables.connections.get(Number(idOrName)) !== undefined;
      return answer(isId(idOrName) && !isKnown ? { ...call, parameters: { ...call.parameters, idOrName: '0' } } : call);
    }),
  ),
  defect(
    'AD-04-beginning-of-a-name-is-enough',
    'A connection is found by the beginning of its name, even if another one has the whole name.',
    changeHandlers(readsOfConnection, (call, answer) => {
      const { idOrName } = call.parameters;
      const begun = call.state.tables.connections
        .all()
        .find(({ name }) => name !== idOrName && name.startsWith(idOrName));
      const parameters = { ...call.parameters, ...(begun && { idOrName: String(begun.id) }) };
      return answer({ ...call, parameters });
    }),
  ),
  defect(
    'AD-12-third-page-of-two',
    'totalPages of the list over all connections says three if two pages are full.',
    changeBodies('listUsers', (body: AnsweredPage) => {
      const { totalPages, totalElements, pageSize } = body.page;
      return totalPages === 2 && totalElements === 2 * pageSize
        ? { ...body, page: { ...body.page, totalPages: 3 } }
        : body;
    }),
  ),
];
