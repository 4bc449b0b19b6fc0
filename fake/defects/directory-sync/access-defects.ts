import { whitelistPropertyAt } from '../../../contracts/directory-sync/endpoints.js';
import { defaultBasePaths } from '../../../contracts/index.js';
import type { EndpointName } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import { handlerOf } from '../../tenants/implementation.js';
import type { Override, Properties } from '../../tenants/implementation.js';
import type { AnyHandler, Call } from '../../tracker/call.js';
import { holdsAnywhere } from '../../tracker/permissions.js';
import { defectsFor } from '../defect.js';
import type { DefectTable } from '../defect.js';
import { lists } from './answers.js';

const WHITELIST = whitelistPropertyAt(defaultBasePaths['directory-sync']);

const endpoints = [
  'listConnections',
  'getUserInConnection',
  'getUserField',
  'getUserAttributes',
  'updateUsers',
  ...lists,
] as const;

/** The same call by a user with the permission. */
function asAdministrator(call: Call): Call {
  const { permission } = call.assumptions['AD-N03'];
  const allowed = call.state.tables.users.all().find((user) => holdsAnywhere(call.state, user, permission));
  return { ...call, caller: allowed ?? call.caller };
}

/** A tracker whose endpoints see other calls than are made. */
function seeCalls(names: EndpointName | readonly EndpointName[], change: (call: Call) => Call): Override {
  return (implementation) => {
    const changed = [names].flat().map((name) => {
      const right = handlerOf(implementation, name);
      return [name, (call: Call) => right(change(call))] as const;
    });
    return { ...implementation, handlers: { ...implementation.handlers, ...Object.fromEntries(changed) } };
  };
}

/** A tracker that reads the whitelist otherwise. */
function whitelistReads(
  change: (names: readonly string[], call: Call) => readonly string[],
  names: readonly EndpointName[] = endpoints,
): Override {
  return seeCalls(names, (call) => {
    const given = (call.properties[WHITELIST] ?? '').split(',').filter((name) => name !== '');
    return { ...call, properties: { ...call.properties, [WHITELIST]: change(given, call).join(',') } };
  });
}

function namesIn(properties: Properties): string[] {
  return (properties[WHITELIST] ?? '').split(',').filter((name) => name !== '');
}

function withWhitelist(properties: Properties, names: Iterable<string>): Properties {
  return { ...properties, [WHITELIST]: [...names].join(',') };
}

/** Defects of who may call the API. */
export const directoryAccessDefects: DefectTable = {
  ...defectsFor(
    [
      ['listConnections', 'list-of-connections', 'list of connections'],
      ['getUserInConnection', 'user-in-connection', 'attributes of a user in a connection'],
      ['getUserField', 'one-attribute', 'attributes of a user one by one'],
      ['getUserAttributes', 'user', 'attributes of a user over all connections'],
      ['updateUsers', 'update', 'update of users'],
      ['listUsers', 'list-over-all', 'list of the users of all connections'],
      ['listConnectionUsers', 'list-of-connection', 'list of the users of a connection'],
    ] as const,
    ([name, title, what]) => ({
      [`AD-23-unchecked-${title}`]: [`Everybody who logs in is allowed the ${what}.`, seeCalls(name, asAdministrator)],
    }),
  ),
  'AD-23-refused-update-done': [
    'An update that is refused is done all the same.',
    (implementation) => {
      const right = handlerOf(implementation, 'updateUsers');
      const updateUsers: AnyHandler = (call) => {
        try {
          return right({ ...call, state: call.state.fork() });
        } catch (error) {
          if (!(error instanceof TrackerError) || error.status !== call.assumptions['AD-N03'].refusal) throw error;
          right(asAdministrator(call));
          return { status: error.status, json: error.body };
        }
      };
      return { ...implementation, handlers: { ...implementation.handlers, updateUsers } };
    },
  ],
  'AD-24-whitelist-ignored': ['No user is exempt from the check.', whitelistReads(() => [])],
  'AD-24-whitelist-ignored-by-lists': [
    'The lists of users take no notice of the whitelist.',
    whitelistReads(() => [], lists),
  ],
  'AD-24-whitelist-ignored-by-update': [
    'The update takes no notice of the whitelist.',
    whitelistReads(() => [], ['updateUsers']),
  ],
  'AD-24-first-name-only': [
    'Of several names on the whitelist only the first one counts.',
    whitelistReads((names) => names.slice(0, 1)),
  ],
  'AD-24-last-name-left-out': [
    'Of several names on the whitelist the last one does not count.',
    whitelistReads((names) => (names.length > 1 ? names.slice(0, -1) : names)),
  ],
  'AD-24-part-of-a-name': [
    'Whoever has a name that is part of one on the whitelist is exempt.',
    whitelistReads((names, { caller }) =>
      caller !== null && names.some((name) => name.includes(caller.name)) ? [caller.name] : names,
    ),
  ],
  'AD-24-everybody-exempt': [
    'With a name on the whitelist everybody is exempt.',
    whitelistReads((names, { caller }) => (names.length > 0 && caller !== null ? [caller.name] : names)),
  ],
  'AD-24-administrators-locked-out': [
    'With a name on the whitelist, who is not on it is refused, permission or not.',
    seeCalls(endpoints, (call) => {
      const names = namesIn(call.properties);
      if (names.length === 0 || call.caller === null || names.includes(call.caller.name)) return call;
      throw new TrackerError(call.assumptions['AD-N03'].refusal, 'You are not on the whitelist.');
    }),
  ],
  'AD-25-no-restart-needed': [
    'The whitelist takes effect as soon as it is written.',
    (implementation) => ({
      ...implementation,
      propertiesInForce: (_started, configured) => configured,
    }),
  ],
  'AD-25-never-in-force': [
    'The whitelist stays what it was when it was first looked at.',
    (implementation) => {
      let first: Properties | undefined;
      return { ...implementation, propertiesInForce: (started) => (first ??= started) };
    },
  ],
  'AD-25-removal-never-in-force': [
    'Who was on the whitelist once stays exempt after a restart.',
    (implementation) => {
      const names = new Set<string>();
      return {
        ...implementation,
        propertiesInForce: (started) => {
          for (const name of namesIn(started)) names.add(name);
          return withWhitelist(started, names);
        },
      };
    },
  ],
  'AD-25-removal-at-once': [
    'Who is taken off the whitelist is refused without a restart.',
    (implementation) => ({
      ...implementation,
      propertiesInForce: (started, configured) =>
        withWhitelist(
          started,
          namesIn(started).filter((name) => namesIn(configured).includes(name)),
        ),
    }),
  ],
};
