import { whitelistPropertyAt } from '../../../contracts/directory-sync/endpoints.js';
import { defaultBasePaths } from '../../../contracts/index.js';
import type { EndpointName } from '../../../contracts/index.js';
import { TrackerError } from '../../server/errors.js';
import type { Override, Properties } from '../../tenants/implementation.js';
import type { Call } from '../../tracker/call.js';
import { holdsAnywhere } from '../../tracker/permissions.js';
import { userLists } from '../answered.js';
import { asAnswer, changeCalls, changeHandlers, defectsFor, refusalOf } from '../defect.js';
import type { DefectTable } from '../defect.js';

const WHITELIST = whitelistPropertyAt(defaultBasePaths['directory-sync']);

const endpoints = [
  'listConnections',
  'getUserInConnection',
  'getUserField',
  'getUserAttributes',
  'updateUsers',
  ...userLists,
] as const;

/** A user with the permission in place of the caller. */
function administratorFor({ state, assumptions, caller }: Caller): Pick<Call, 'caller'> {
  const { permission } = assumptions['AD-N03'];
  return { caller: state.tables.users.all().find((user) => holdsAnywhere(state, user, permission)) ?? caller };
}

type Caller = Pick<Call, 'state' | 'assumptions' | 'caller'>;

/** A tracker that reads the whitelist otherwise. */
function whitelistReads(
  change: (names: readonly string[], call: Caller) => readonly string[],
  names: readonly EndpointName[] = endpoints,
): Override {
  return changeCalls(names, (call) => ({
    properties: withWhitelist(call.properties, change(namesIn(call.properties), call)),
  }));
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
      [`AD-23-unchecked-${title}`]: [
        `Everybody who logs in is allowed the ${what}.`,
        changeCalls(name, administratorFor),
      ],
    }),
  ),
  'AD-23-refused-update-done': [
    'An update that is refused is done all the same.',
    changeHandlers('updateUsers', (call, answer) => {
      const refusal = refusalOf(() => answer({ ...call, state: call.state.fork() }));
      if (refusal?.status !== call.assumptions['AD-N03'].refusal) return answer(call);
      answer({ ...call, ...administratorFor(call) });
      return asAnswer(refusal);
    }),
  ],
  'AD-24-whitelist-ignored': ['No user is exempt from the check.', whitelistReads(() => [])],
  'AD-24-whitelist-ignored-by-lists': [
    'The lists of users take no notice of the whitelist.',
    whitelistReads(() => [], userLists),
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
    changeCalls(endpoints, ({ properties, caller, assumptions }) => {
      const names = namesIn(properties);
      if (names.length === 0 || caller === null || names.includes(caller.name)) return {};
      throw new TrackerError(assumptions['AD-N03'].refusal, 'You are not on the whitelist.');
    }),
  ],
  'AD-25-no-restart-needed': [
    'The whitelist takes effect as soon as it is written.',
    (implementation) => ({ ...implementation, propertiesInForce: (_started, configured) => configured }),
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
