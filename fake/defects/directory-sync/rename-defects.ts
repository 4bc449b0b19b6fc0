import type { UpdateElement, WorldConnection } from '../../../contracts/index.js';
import type { Tables } from '../../state/tables.js';
import { allOf } from '../../tenants/implementation.js';
import type { Override } from '../../tenants/implementation.js';
import { changeBodies, changeElements, changeHandlers, defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { connectionReads, mapKeys, updatesRead } from './answers.js';

type Details = NonNullable<UpdateElement['connection']>[number];

/** A tracker that understands the details of a connection in an update otherwise. */
function detailsRead(change: (details: Details) => Details): Override {
  return updatesRead((update) =>
    update.map(({ connection, ...element }) => ({
      ...element,
      ...(connection && { connection: connection.map(change) }),
    })),
  );
}

/** The connections that updates have changed, by id, as they were at first. */
type Former = ReadonlyMap<number, WorldConnection>;

/** A tracker that remembers the connections that updates change. */
function remembering(override: (former: Former) => Override): Override {
  return (implementation) => {
    const former = new Map<number, WorldConnection>();
    const remember = changeHandlers('updateUsers', (call, answer) => {
      const connection = call.state.tables.connections.get(Number(call.body.connectionId));
      const right = answer(call);
      if (connection !== undefined && !former.has(connection.id)) former.set(connection.id, connection);
      return right;
    });
    return allOf(remember, override(former))(implementation);
  };
}

/** The name that a connection had before updates. */
function formerName({ connections }: Tables, former: Former, name: string): string {
  return former.get(connections.first('name', name)?.id ?? 0)?.name ?? name;
}

/** A tracker that answers an object whose keys are names that connections had before updates. */
function keysAsBefore(name: 'listConnections' | 'getUserAttributes'): Override {
  return remembering((former) =>
    changeBodies(name, (body: Readonly<Record<string, unknown>>, { state }) =>
      mapKeys(body, (key) => formerName(state.tables, former, key)),
    ),
  );
}

/** A tracker that drops something from the elements of an update behind the first one of a kind. */
function dropBehind(
  first: (element: UpdateElement) => boolean,
  drop: (element: UpdateElement) => UpdateElement,
): Override {
  return updatesRead((update) => {
    const start = update.findIndex(first);
    return update.map((element, index) => (start !== -1 && index > start ? drop(element) : element));
  });
}

/** Defects of updates of connections. */
export const renameDefects: DefectTable = {
  'AD-21-name-not-changed': detailsRead(({ name, ...details }) => details),
  'AD-21-old-name-in-connections': keysAsBefore('listConnections'),
  'AD-21-old-name-of-user': keysAsBefore('getUserAttributes'),
  ...defectsFor(
    [
      ['listUsers', 'list-over-all', 'over all connections'],
      ['listConnectionUsers', 'list-of-connection', 'of a connection'],
    ] as const,
    ([list, title, which]) => ({
      [`AD-21-old-name-in-${title}`]: [
        `The elements of the list ${which} have the name a connection had before an update.`,
        remembering((former) =>
          changeElements(list, (element, { state }) => ({
            ...element,
            configurationName: formerName(state.tables, former, element.configurationName),
          })),
        ),
      ],
    }),
  ),
  'AD-21-new-name-not-found': remembering((former) =>
    connectionReads((idOrName, tables) => (formerName(tables, former, idOrName) === idOrName ? idOrName : ' ')),
  ),
  'AD-21-old-name-still-found': remembering((former) =>
    connectionReads((idOrName, { connections }) => {
      const old = [...former.values()].find(({ name }) => name === idOrName);
      return old === undefined || connections.any('name', idOrName) ? idOrName : String(old.id);
    }),
  ),
  'AD-21-values-behind-new-name-lost': dropBehind(
    ({ connection = [] }) => connection.length > 0,
    ({ data, ...element }) => element,
  ),
  'AD-21-new-name-behind-values-lost': dropBehind(
    ({ data = [] }) => data.length > 0,
    ({ connection, ...element }) => element,
  ),
  'AD-21-distinguished-name-not-changed': [
    'A new distinguished name of a connection is accepted and not written.',
    detailsRead(({ userDn, ...details }) => details),
    'No API answers the distinguished name of a connection.',
  ],
  'AD-21-distinguished-name-as-name': detailsRead((details) => ({
    ...(details.userDn !== undefined && { name: details.userDn }),
    ...details,
  })),
  'AD-21-values-beside-new-name-lost': updatesRead((update) =>
    update.map(({ data, ...element }) =>
      data === undefined || (element.connection ?? []).length > 0 ? element : { ...element, data },
    ),
  ),
};
