import type { UpdateElement, WorldConnection } from '../../../contracts/index.js';
import { allOf } from '../../tenants/implementation.js';
import type { Override } from '../../tenants/implementation.js';
import { changeBodies, changeHandlers, defect } from '../defect.js';
import { readsOfConnection } from './answers.js';
import type { AnsweredPage } from './answers.js';

type Details = NonNullable<UpdateElement['connection']>[number];

/** A tracker that understands the details of a connection in an update otherwise. */
function detailsRead(change: (details: Details) => Details): Override {
  return changeHandlers('updateUsers', (call, answer) => {
    const update = call.body.update.map(({ connection, ...element }) => ({
      ...element,
      ...(connection && { connection: connection.map(change) }),
    }));
    return answer({ ...call, body: { ...call.body, update } });
  });
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

/** The elements of an update. Elements after the first one of a kind go through `drop`. */
function dropBehind(
  update: readonly UpdateElement[],
  first: (element: UpdateElement) => boolean,
  drop: (element: UpdateElement) => UpdateElement,
): UpdateElement[] {
  const start = update.findIndex(first);
  return update.map((element, index) => (start !== -1 && index > start ? drop(element) : element));
}

/** Defects of updates of connections. */
export const renameDefects = [
  defect(
    'AD-21-name-not-changed',
    'A new name of a connection is accepted and not written.',
    detailsRead(({ name, ...details }) => details),
  ),
  defect(
    'AD-21-old-name-in-connections',
    'The list of connections has the name a connection had before an update.',
    remembering((former) =>
      changeBodies('listConnections', (connections: Readonly<Record<string, unknown>>, { state }) =>
        Object.fromEntries(
          Object.entries(connections).map(([name, attributes]) => {
            const id = state.tables.connections.first('name', name)?.id ?? 0;
            return [former.get(id)?.name ?? name, attributes];
          }),
        ),
      ),
    ),
  ),
  defect(
    'AD-21-old-name-of-user',
    'The attributes of a user are keyed by the name a connection had before an update.',
    remembering((former) =>
      changeBodies('getUserAttributes', (byConnection: Readonly<Record<string, unknown>>, { state }) =>
        Object.fromEntries(
          Object.entries(byConnection).map(([name, attributes]) => {
            const id = state.tables.connections.first('name', name)?.id ?? 0;
            return [former.get(id)?.name ?? name, attributes];
          }),
        ),
      ),
    ),
  ),
  ...(
    [
      ['listUsers', 'list-over-all', 'over all connections'],
      ['listConnectionUsers', 'list-of-connection', 'of a connection'],
    ] as const
  ).map(([list, title, which]) =>
    defect(
      `AD-21-old-name-in-${title}`,
      `The elements of the list ${which} have the name a connection had before an update.`,
      remembering((former) =>
        changeBodies(list, (body: AnsweredPage, { state }) => ({
          ...body,
          elements: body.elements.map((element) => {
            const id = state.tables.connections.first('name', element.configurationName)?.id ?? 0;
            return { ...element, configurationName: former.get(id)?.name ?? element.configurationName };
          }),
        })),
      ),
    ),
  ),
  defect(
    'AD-21-new-name-not-found',
    'A path finds a connection by the name it had before an update, and not by the new one.',
    remembering((former) =>
      changeHandlers(readsOfConnection, (call, answer) => {
        const { idOrName } = call.parameters;
        const named = call.state.tables.connections.first('name', idOrName);
        const hidden = named !== undefined && (former.get(named.id)?.name ?? idOrName) !== idOrName;
        return answer(hidden ? { ...call, parameters: { ...call.parameters, idOrName: ' ' } } : call);
      }),
    ),
  ),
  defect(
    'AD-21-old-name-still-found',
    'A path still finds a connection by the name it had before an update.',
    remembering((former) =>
      changeHandlers(readsOfConnection, (call, answer) => {
        const { idOrName } = call.parameters;
        const taken = call.state.tables.connections.first('name', idOrName) !== undefined;
        const old = taken ? undefined : [...former.values()].find(({ name }) => name === idOrName);
        return answer(
          old === undefined ? call : { ...call, parameters: { ...call.parameters, idOrName: String(old.id) } },
        );
      }),
    ),
  ),
  defect(
    'AD-21-values-behind-new-name-lost',
    'Values that stand behind details of the connection in one update are not written.',
    changeHandlers('updateUsers', (call, answer) => {
      const update = dropBehind(
        call.body.update,
        ({ connection = [] }) => connection.length > 0,
        ({ data, ...element }) => element,
      );
      return answer({ ...call, body: { ...call.body, update } });
    }),
  ),
  defect(
    'AD-21-new-name-behind-values-lost',
    'Details of the connection that stand behind values in one update are not written.',
    changeHandlers('updateUsers', (call, answer) => {
      const update = dropBehind(
        call.body.update,
        ({ data = [] }) => data.length > 0,
        ({ connection, ...element }) => element,
      );
      return answer({ ...call, body: { ...call.body, update } });
    }),
  ),
  defect(
    'AD-21-distinguished-name-not-changed',
    'A new distinguished name of a connection is accepted and not written.',
    detailsRead(({ userDn, ...details }) => details),
    'No API answers the distinguished name of a connection.',
  ),
  defect(
    'AD-21-distinguished-name-as-name',
    'A new distinguished name without a new name becomes the name of the connection too.',
    detailsRead((details) => ({ ...(details.userDn !== undefined && { name: details.userDn }), ...details })),
  ),
];
