import { documentedPaths } from '../../../contracts/index.js';
import type { ChangedKind } from '../../../contracts/index.js';
import type { ClientSetup, PlannedCall } from '../../../client/api-client.js';
import type { Credentials } from '../../../client/credentials.js';
import { everything, isRead, lettersOf, readBody, requirementsOf } from './requirements.js';
import { isOthers, OwnedItems } from './ownership.js';
import type { OwnershipSetup } from './ownership.js';
import { ScopeError } from '../../../client/errors.js';
import type { LeaseRefusedError } from '../../../client/errors.js';
import type { Requirement, ChangedThing } from './requirements.js';

/** Lets a call pass, or throws why it must not be sent. */
export type Allow = (call: PlannedCall) => void | Promise<void>;

/** Stops calls that must not be sent. */
export function guardedBy(allow: Allow): ClientSetup['around'] {
  return async (call, send) => {
    await allow(call);
    return send();
  };
}

/** Allows only calls that change nothing, by the rows of their endpoints. @throws ScopeError */
export function allowReads(call: PlannedCall): void {
  if (!isRead(call)) throw new ScopeError(call, 'the tracker, which is only looked at', IS_DEFECT);
}

const IS_DEFECT = 'This is a defect of tracker-e2e: please report it.';

export interface GuardSetup extends OwnershipSetup {
  readonly exclusive: boolean;
  /** Why the run has no lease on the sandbox: then its tests may only read what the sandbox names. */
  readonly refusal: LeaseRefusedError | undefined;
  /** Reads as the caller of a call, if that is another user of the run, who may see what set-up does not. */
  readonly readerFor: (caller: Credentials) => OwnershipSetup['setup'] | undefined;
}

/**
 * Allows the calls of a test that change no data of others: data that exists, and that the test has neither made nor was
 * given. On a tracker that is declared disposable it stops only calls that would change every project, unless the test has
 * the tracker for itself.
 *
 * @throws ScopeError, LeaseRefusedError
 */
export function allowOwned(context: GuardSetup): Allow {
  return (call) => check(call, context);
}

async function check(call: PlannedCall, context: GuardSetup): Promise<void> {
  const override = Object.keys(call.query).find((name) => METHOD.test(lettersOf(name)));
  if (override !== undefined) refuse(call, `the query has ${override}, which may stand for another method`);
  const requirements = requirementsOf(call);
  if (context.sandbox.disposable && context.refusal === undefined) {
    const areAll = requirements?.some((requirement) => requirement.every(({ kind }) => kind === 'everything'));
    if (context.exclusive || areAll !== true) return;
    throw new ScopeError(call, describe(everything), remedies.everything);
  }
  if (requirements === undefined)
    throw new ScopeError(call, 'nobody knows what', `${sayWhatItChanges} ${onDisposable}`);
  if (isRead(call)) return;
  refuseUndeclared(call, requirements);
  const body = readBody(call);
  if ('unread' in body) refuse(call, body.unread);
  const made = call.endpoint.makes?.kind;
  if ('words' in body && body.words.length > 0 && made === 'made project')
    refuse(call, 'the body reads in several ways, so what it makes could not be deleted');
  for (const requirement of requirements) {
    if (await areAllOthers(requirement, call.caller, context)) {
      const [{ kind }] = requirement;
      if (context.refusal !== undefined && OF_SANDBOX.has(kind)) throw context.refusal;
      throw new ScopeError(call, requirement.map(describe).join(' and '), `${remedies[kind]} ${onDisposable}`);
    }
    for (const target of requirement) await checkReadings(call, target, context);
  }
}

/** The kinds of data that a test is given of the sandbox. */
const OF_SANDBOX = new Set<ChangedKind>([
  'project',
  'template',
  'connection',
  'everything',
  'new issue',
  'new issue beside',
  'service desk',
]);

/** Names of a query parameter, without signs, that trackers take for the method of a call. */
const METHOD = /^(?:x?http)?method(?:override)?$/;

function refuseUndeclared(call: PlannedCall, requirements: readonly Requirement[]): void {
  const { query, changes = [] } = call.endpoint;
  const places = changes.flatMap((change) => ('query' in change ? [change.query] : []));
  const declared = new Set([...documentedPaths(query, 'input'), ...places]);
  const undeclared = Object.keys(call.query).find((name) => !declared.has(name));
  if (undeclared !== undefined) refuse(call, `its row declares no ${undeclared} in the query`);
  const named = Object.keys(call.parameters);
  if (requirements.length === 0 && changes.length > 0 && named.length > 0)
    refuse(call, `its row says that it changes something, and no change names ${named.join(' or ')}`);
}

/** Refuses a name that a tracker may take for that of something else, be it the test’s own: nothing would restore it. */
async function checkReadings(
  call: PlannedCall,
  { kind, named, guessed }: ChangedThing,
  context: GuardSetup,
): Promise<void> {
  if (kind === 'everything' || (guessed !== true && context.owned.isNamed(named))) return;
  const number = Number(named);
  if (Number.isNaN(number) && !/^[\w-]+$/.test(named))
    refuse(call, `${JSON.stringify(named)} may stand for another name`);
  const readings = new Set([named, named.toUpperCase(), Number.isNaN(number) ? named : String(Math.trunc(number))]);
  if (guessed !== true) readings.delete(named);
  for (const reading of readings) {
    const exists = await isOthers[kind](reading, { ...context, owned: new OwnedItems(), run: '' });
    const place = guessed === true ? 'the body reads in several ways, and ' : '';
    if (exists) refuse(call, `${place}${JSON.stringify(named)} may stand for ${kind} ${reading}`);
  }
}

function refuse(call: PlannedCall, why: string): never {
  throw new ScopeError(call, `nobody knows what (${why})`, `${writePlainly} ${onDisposable}`);
}

async function areAllOthers(requirement: Requirement, caller: Credentials, context: GuardSetup): Promise<boolean> {
  const setup = context.readerFor(caller);
  for (const { kind, named, guessed } of requirement) {
    if (guessed) return false;
    const isSeen = await isOthers[kind](named, context);
    if (!isSeen && (setup === undefined || !(await isOthers[kind](named, { ...context, setup })))) return false;
  }
  return true;
}

function describe({ kind, named }: ChangedThing): string {
  return descriptions[kind](named);
}

const descriptions: { readonly [Kind in ChangedKind]: (named: string) => string } = {
  project: (key) => `project ${key}, which this test neither made nor leased`,
  'whole project': (key) => `project ${key} itself, which this test did not make`,
  component: (id) => `component ${id}, which is in no project that this test made`,
  template: (id) => `template ${id}, which this test has not leased`,
  connection: (id) => `connection ${id}, which this test has not leased`,
  issue: (key) => `issue ${key}, which this test did not make`,
  attachment: (id) => `attachment ${id}, which this test did not add`,
  'issue link': (id) => `issue link ${id}, and this test did not make both its issues`,
  version: (id) => `version ${id}, which is in no project that this test made`,
  'new issue': (key) => `project ${key} by another issue, and this test was not given that project`,
  'new issue beside': (key) => `the project of ${key} by another issue, and this test was not given that project`,
  'service desk': (id) => `service desk ${id} by another request, and this test was not given its project`,
  everything: () => 'every project of the tracker',
};

const writePlainly =
  'Write JSON as JSON.stringify does, with the properties that the documents name, and every id and key as the tracker does.';
const sayWhatItChanges =
  "Say it in its row of defineEndpoints: changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }], or changes: [].";
const onDisposable =
  'On a tracker that can be thrown away, "disposable": true in TRACKER_SANDBOX lets such calls pass.';
const askForProject = 'Ask for a project of the test’s own: projects.provide().';
const makeIssue = 'Make the issue in the test, in a project that it was given.';

const remedies: Readonly<Record<ChangedKind, string>> = {
  project: askForProject,
  'whole project': askForProject,
  component: askForProject,
  template: 'Ask for a template: templates.provide().',
  connection: 'Ask for a connection: connections.provide().',
  issue: makeIssue,
  attachment: 'Add the attachment in the test, to an issue that it made.',
  'issue link': makeIssue,
  version: askForProject,
  'new issue': 'Ask for a project: projects.provide(), or testManagementProjects.provide().',
  'new issue beside': 'Ask for a project: testManagementProjects.provide().',
  'service desk': 'Ask for a service desk: projects.provide({ requestTypes: 1 }).',
  everything:
    'Name in includeProjectKeys the projects that projects.provide() gave; or have the test alone on a disposable ' +
    'tracker: cover a rule of scope tracker, or put changesEveryProject() around the details of the test.',
};
