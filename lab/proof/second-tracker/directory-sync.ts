import { bodyOf, type Answer, type Call, empty, ok, part, type Route, routesAt, type Service } from './http.js';
import { refuse, unknownId } from './reading.js';
import type { Connection, User } from './model.js';

/** The whitelist that the tracker was started with. */
const whitelist: ReadonlySet<string> = new Set(['listed']);

/** Attributes of users from directories: /rest/ext/ad/1.0/public */
interface Row { user: User; connection: Connection }

export function directorySyncRoutes(service: Service): Route[] {
  const { world, choices, reading } = service;
  const api = routesAt('/rest/ext/ad/1.0/public', true);

  const allow = (call: Call): void => {
    if (!call.user.administrator && !whitelist.has(call.user.name)) refuse(choices.permissionRefusal, 'You do not have permission to read synchronized attributes.');
  };
  /** An id wins over a name of digits. */
  const byIdOrName = (idOrName: string): Connection | undefined =>
    world.connections.find(({ id }) => String(id) === idOrName) ?? world.connections.find(({ name }) => name === idOrName);
  const userOf = (keyOrName: string): User | undefined =>
    world.usersByKey.get(keyOrName) ?? world.users.get(keyOrName);

  const shown = (connection: Connection, values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(connection.attributes.map(attribute => [attribute, values[attribute] ?? ''] as const).filter(([, value]) => value !== '' || choices.userWithoutValue === 'empty'));

  const enabled = (): Connection[] => world.connections.filter(connection => connection.enabled);
  const connectionAt = (call: Call): Connection | 'emptyObject' => {
    const idOrName = part(call, 'connection');
    const connection = byIdOrName(idOrName);
    if (connection?.enabled) return connection;
    return choices.unknownConnection === 'emptyObject' ? 'emptyObject' : unknownId(`There is no enabled connection '${idOrName}'.`);
  };
  /** The attributes of a user in one connection, or what is answered in their place. */
  const valuesAt = (call: Call): { connection: Connection; values: Record<string, string> } | 'emptyObject' => {
    const connection = connectionAt(call);
    if (connection === 'emptyObject') return connection;
    const user = userOf(part(call, 'user'));
    const values = user && connection.users.get(user);
    if (values) return { connection, values };
    return choices.unknownUser === 'emptyObject' ? 'emptyObject' : unknownId(`There is no user '${part(call, 'user')}' in the connection.`);
  };

  api.get('/connection', call => {
    allow(call);
    return ok(Object.fromEntries(enabled().map(({ name, attributes }) => [name, attributes])));
  });
  api.get('/connection/:connection/user/:user', call => {
    allow(call);
    const found = valuesAt(call);
    return ok(found === 'emptyObject' ? {} : shown(found.connection, found.values));
  });
  api.get('/connection/:connection/user/:user/field/:field', call => {
    allow(call);
    const found = valuesAt(call);
    if (found === 'emptyObject') return ok({});
    const field = part(call, 'field');
    const { connection, values } = found;
    if (!connection.attributes.includes(field)) {
      if (choices.unknownAttribute === 'notFound') unknownId(`The connection has no attribute '${field}'.`);
      return ok(choices.unknownAttribute === 'emptyText' ? { [field]: '' } : {});
    }
    const value = values[field] ?? '';
    if (value === '' && choices.userWithoutValue === 'absent') return ok({});
    return ok({ [field]: value });
  });
  api.get('/user/:user', call => {
    allow(call);
    const user = userOf(part(call, 'user'));
    if (!user) return choices.unknownUser === 'emptyObject' ? ok({}) : unknownId(`There is no user '${part(call, 'user')}'.`);
    const values = enabled().flatMap(connection => { const own = connection.users.get(user); return own ? [[connection.name, shown(connection, own)] as const] : choices.connectionWithoutUser === 'emptyObject' ? [[connection.name, {}] as const] : []; });
    return ok(Object.fromEntries(values));
  });

  const number = (call: Call, name: string, otherwise: number, least: number): number => {
    const text = call.query.get(name);
    if (text === null) return otherwise;
    const value = /^-?\d{1,9}$/.test(text) ? Number(text) : NaN;
    return value >= least ? value : choices.invalidPaging === 'refused' ? refuse(400, `${name} '${text}' is not valid.`) : otherwise;
  };
  /** Values of a filter; null when it was not given. */
  const filter = (call: Call, name: string): Set<string> | null => {
    const given = call.query.getAll(name);
    if (!given.length) return null;
    const parameters = choices.severalValues === 'comma' ? given.slice(0, 1) : given;
    const values = parameters.flatMap(text => (choices.severalValues === 'repeated' ? [text] : text.split(','))).map(text => text.trim()).filter(Boolean);
    return values.length ? new Set(values) : null;
  };
  const page = (call: Call, connections: readonly Connection[]): Answer => {
    const names = filter(call, 'usernames');
    const keys = filter(call, 'userkeys');
    const attributes = filter(call, choices.fieldsFilter);
    const selected = (user: User): boolean => {
      const isIn = (values: Set<string> | null, one: string, other: string): boolean => values !== null && (values.has(one) || (choices.namesMatchKeys && values.has(other)));
      const byName = isIn(names, user.name, user.key);
      const byKey = isIn(keys, user.key, user.name);
      if (names && keys) return choices.namesAndKeys === 'union' ? byName || byKey : byName && byKey;
      return names ? byName : keys ? byKey : true;
    };
    const all = connections.flatMap(connection => [...connection.users.keys()].filter(selected).map((user): Row => ({ user, connection })));
    if (choices.userOrder === 'name') all.sort((a, b) => (a.user.name < b.user.name ? -1 : a.user.name > b.user.name ? 1 : a.connection.id - b.connection.id));

    const first = choices.firstPage;
    let current = number(call, 'page', first, first);
    const asked = number(call, 'size', 25, 1);
    const pageSize = choices.maxPageSize ? Math.min(asked, choices.maxPageSize) : asked;
    const totalElements = all.length;
    const totalPages = Math.ceil(totalElements / pageSize);
    if (current - first >= totalPages && current !== first) {
      if (choices.outOfRangePage === 'notFound') refuse(404, 'There is no such page.');
      if (choices.outOfRangePage === 'last') current = Math.max(first, first + totalPages - 1);
    }
    const start = (current - first) * pageSize;
    const elements = all.slice(start, start + pageSize).map(({ user, connection }) => {
      const fields = shown(connection, connection.users.get(user) ?? {});
      return { username: user.name, configurationName: connection.name, fields: attributes ? Object.fromEntries(Object.entries(fields).filter(([name]) => attributes.has(name))) : fields, ...(choices.extraProperties ? { userKey: user.key } : {}) };
    });
    return ok({ elements, page: { current, pageSize, totalPages, totalElements } });
  };
  api.get('/user', call => {
    allow(call);
    return page(call, enabled());
  });
  api.get('/connection/:connection/user', call => {
    allow(call);
    const connection = connectionAt(call);
    return connection === 'emptyObject' ? ok({}) : page(call, [connection]);
  });

  api.put('/update', call => {
    allow(call);
    const body = reading.named(bodyOf(call, service), 'the body', ['connectionId', 'update']);
    const id = reading.text(body['connectionId'], 'connectionId') ?? refuse(400, 'connectionId is missing.');
    const connection = world.connections.find(known => String(known.id) === id || (choices.updateByName === 'done' && known.name === id)) ?? unknownId(`There is no connection with id '${id}'.`);
    if (!connection.enabled) refuse(400, `The connection '${connection.name}' is not enabled.`);
    // Everything is read and checked before anything is changed.
    const changes: (() => void)[] = [];
    let users = 0;
    const elements = reading.list(body['update'], 'update') ?? refuse(400, 'update is missing.');
    for (const given of elements) {
      const element = reading.named(given, 'an element of update', ['connection', 'data']);
      for (const detail of reading.list(element['connection'], 'connection') ?? []) {
        const { name, userDn } = reading.named(detail, 'an element of connection', ['name', 'userDn']);
        const newName = reading.text(name, 'name'), newDn = reading.text(userDn, 'userDn');
        if (newName === '') refuse(400, 'name must not be empty.');
        if (newName !== null && world.connections.some(other => other !== connection && other.name === newName)) refuse(400, `Another connection has the name '${newName}'.`);
        changes.push(() => { connection.name = newName ?? connection.name; connection.userDn = newDn ?? connection.userDn; });
      }
      for (const datum of reading.list(element['data'], 'data') ?? []) {
        const { userKey, fields } = reading.named(datum, 'an element of data', ['userKey', 'fields']);
        const key = reading.text(userKey, 'userKey') ?? refuse(400, 'userKey is missing.');
        const user = world.usersByKey.get(key) ?? (choices.updateByName === 'done' ? world.users.get(key) : undefined);
        const values = user && connection.users.get(user);
        if (!user || !values) {
          if (choices.updateUnknownUser === 'skipped') continue;
          return unknownId(`There is no user with key '${key}' in the connection.`);
        }
        users++;
        for (const field of reading.list(fields, 'fields') ?? []) {
          for (const [attribute, value] of Object.entries(reading.object(field, 'An element of fields'))) {
            if (!connection.attributes.includes(attribute)) {
              if (choices.updateUnknownField === 'skipped') continue;
              refuse(400, `The connection has no attribute '${attribute}'.`);
            }
            const text = reading.text(value, attribute) ?? '';
            changes.push(() => {
              values[attribute] = text;
              if (choices.updateAccount && attribute === 'mail') user.email = text;
              if (choices.updateAccount && attribute === 'displayName') user.displayName = text;
            });
          }
        }
      }
    }
    for (const change of changes) change();
    switch (choices.updateAnswer) {
      case 'empty204': return empty(204);
      case 'count': return ok({ updated: users });
      case 'elements': return ok(body['update']);
      default: return empty(200);
    }
  });
  return api.routes;
}
