import { whitelistPropertyAt } from '../../contracts/directory-sync/endpoints.js';
import { defaultBasePaths } from '../../contracts/index.js';
import type { EndpointName } from '../../contracts/index.js';
import { TrackerError } from '../server/errors.js';
import type { Override, Properties } from '../tenants/implementation.js';
import type { Call } from '../tracker/call.js';
import { holdsAnywhere, holdsGlobally } from '../tracker/permissions.js';
import { userLists } from './answered.js';
import {
  asAnswer,
  changeCalls,
  changeHandlers,
  changeNothing,
  changeRequests,
  changeSome,
  defectsFor,
  refusalOf,
} from './defect.js';
import type { DefectTable } from './defect.js';
import { reads } from './directory-sync/answers.js';

function refuseBasic(
  names: EndpointName | readonly EndpointName[],
  whom: (call: Pick<Call, 'state' | 'caller'>) => boolean = () => true,
): Override {
  return changeHandlers(names, (call, answer) => {
    if (!/^basic /i.test(String(call.headers.authorization)) || !whom(call)) return answer(call);
    throw new TrackerError(401, 'Log in with a token.', {}, { 'WWW-Authenticate': 'Bearer' });
  });
}

function isNoAdministrator({ state, caller }: Pick<Call, 'state' | 'caller'>): boolean {
  return !holdsGlobally(state, caller, 'ADMINISTER');
}

/** A tracker whose extension fails in place of a refusal. */
function crashes(names: readonly EndpointName[]): Override {
  return changeHandlers(names, (call, answer) => {
    const refusal = refusalOf(() => answer({ ...call, state: call.state.fork() }));
    const given = refusal === undefined ? answer(call) : asAnswer(refusal);
    return given.status < 400 ? given : { ...given, status: 500 };
  });
}

const WHITELIST = whitelistPropertyAt(defaultBasePaths['directory-sync']);

const endpoints = ['listConnections', 'updateUsers', ...reads] as const;

/** Rules of which a refusal is a part, each with the calls that are refused. */
const refusing = [
  ['AD-02', reads],
  ['AD-21', ['getUserInConnection', 'getUserField', 'listConnectionUsers']],
  ['AD-23', endpoints],
  ['AD-24', endpoints],
  ['AD-25', endpoints],
  ['TM-03', ['setStepStatus', 'setStepStatuses']],
  ['TM-09', ['createIssue', 'editIssue']],
  ['TM-31', ['addTestCaseTemplates']],
] as const;

const ONE_LIST = 'The whitelist of a tracker that others use stays as it is.';

/** A user with the permission in place of the caller. */
function administratorFor({ state, assumptions, caller }: Caller): Pick<Call, 'caller'> {
  const { permission } = assumptions['AD-N03'];
  return { caller: state.tables.users.all().find((user) => holdsAnywhere(state, user, permission)) ?? caller };
}

type Caller = Pick<Call, 'state' | 'assumptions' | 'caller'>;

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

/** Whether a call was sent under the previous URL pattern. */
function isPrevious({ path, basePaths }: Pick<Call, 'path' | 'basePaths'>): boolean {
  return !path.startsWith(`${basePaths['test-management']}/`);
}

/** A tracker on which calls are not found under the previous URL pattern. */
function notServedBefore(...names: readonly EndpointName[]): Override {
  return changeSome(names, isPrevious, ({ path }) => {
    throw new TrackerError(404, `Nothing is served at ${path}.`);
  });
}

export const accessDefects: DefectTable = {
  'DT-41-basic-not-accepted-for-some-lists': refuseBasic(['listByProjectAndTemplate', 'filterByTemplate']),
  'DT-41-basic-not-accepted-for-removals': refuseBasic(['deleteByProject', 'deleteByProjectAndTemplate']),
  'DT-41-basic-not-accepted-for-a-removal-with-a-body': refuseBasic('deleteSelected'),
  'DT-41-basic-not-accepted-for-transitions': refuseBasic(['setTransitions', 'clearTransitions']),
  'DT-41-basic-for-administrators-only': refuseBasic('listByProject', isNoAdministrator),
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
  ...defectsFor(refusing, ([rule, names]) => ({
    [`${rule}-fails-in-place-of-a-refusal`]: [
      'What is to be refused is answered with 500.',
      crashes(names),
      rule === 'AD-24' ? ONE_LIST : undefined,
    ],
  })),
  'AD-23-refused-update-done': changeHandlers('updateUsers', (call, answer) => {
    const refusal = refusalOf(() => answer({ ...call, state: call.state.fork() }));
    if (refusal?.status !== call.assumptions['AD-N03'].refusal) return answer(call);
    answer({ ...call, ...administratorFor(call) });
    return asAnswer(refusal);
  }),
  'AD-24-whitelist-ignored': whitelistReads(() => []),
  'AD-24-whitelist-ignored-by-lists': whitelistReads(() => [], userLists),
  'AD-24-whitelist-ignored-by-update': whitelistReads(() => [], ['updateUsers']),
  'AD-24-first-name-only': whitelistReads((names) => names.slice(0, 1)),
  'AD-24-last-name-left-out': whitelistReads((names) => (names.length > 1 ? names.slice(0, -1) : names)),
  'AD-24-part-of-a-name': [
    'A user whose name is part of one on the whitelist is exempt.',
    whitelistReads((names, { caller }) =>
      caller !== null && names.some((name) => name.includes(caller.name)) ? [caller.name] : names,
    ),
    ONE_LIST,
  ],
  'AD-24-administrators-locked-out': [
    'With a name on the whitelist, who is not on it is refused, permission or not.',
    changeCalls(endpoints, ({ properties, caller, assumptions }) => {
      const names = namesIn(properties);
      if (names.length === 0 || caller === null || names.includes(caller.name)) return {};
      throw new TrackerError(assumptions['AD-N03'].refusal, 'You are not on the whitelist.');
    }),
    ONE_LIST,
  ],
  'AD-25-no-restart-needed': (implementation) => ({
    ...implementation,
    propertiesInForce: (_started, configured) => configured,
  }),
  'AD-25-never-in-force': (implementation) => {
    let first: Properties | undefined;
    return { ...implementation, propertiesInForce: (started) => (first ??= started) };
  },
  'AD-25-removal-never-in-force': (implementation) => {
    const names = new Set<string>();
    return {
      ...implementation,
      propertiesInForce: (started) => {
        for (const name of namesIn(started)) names.add(name);
        return withWhitelist(started, names);
      },
    };
  },
  'AD-25-removal-at-once': (implementation) => ({
    ...implementation,
    propertiesInForce: (started, configured) =>
      withWhitelist(
        started,
        namesIn(started).filter((name) => namesIn(configured).includes(name)),
      ),
  }),
  'TM-34-status-not-served': notServedBefore('setStepStatus'),
  'TM-34-statuses-not-served': notServedBefore('setStepStatuses'),
  'TM-34-edits-not-served': notServedBefore('addStepComment', 'setStepCell'),
  'TM-34-attachments-not-served': notServedBefore('addStepAttachments'),
  'TM-34-lists-not-served': notServedBefore('listTestCaseIds', 'listTestCaseTemplateIds'),
  'TM-34-copy-not-served': notServedBefore('copyPlan'),
  'TM-34-adding-not-served': notServedBefore('addTestCaseTemplates'),
  'TM-34-nothing-done': changeNothing(
    ['setStepStatus', 'setStepStatuses', 'addStepComment', 'setStepCell'],
    isPrevious,
  ),
  'TM-34-query-ignored': changeCalls('listTestCaseTemplateIds', (call) => ({
    query: isPrevious(call) ? {} : call.query,
  })),
  'TM-34-async-waits': changeRequests('copyPlan', (body, call) =>
    isPrevious(call) ? { ...body, async: false } : body,
  ),
  'TM-34-adding-waits': changeRequests('addTestCaseTemplates', (body, call) =>
    isPrevious(call) ? { ...body, async: false } : body,
  ),
  'TM-36-refused-for-uploads': refuseBasic('addStepAttachments'),
  'TM-36-refused-for-copies': refuseBasic('copyPlan'),
  'TM-36-refused-for-templates-of-a-plan': refuseBasic('listTestCaseTemplateIds'),
  'TM-36-administrators-only': refuseBasic('listTestCaseIds', isNoAdministrator),
};
