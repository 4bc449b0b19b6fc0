import type { z } from 'zod';
import type { Endpoint } from '../contracts/endpoints/endpoint.js';
import { messageOf } from '../contracts/thrown.js';
import { excerpt, missingThing, pathOf, repeatLines } from './exchange.js';
import type { Exchange } from './exchange.js';
import { asPublic, withoutSecrets } from './secrets.js';

/** The base of every error the harness itself throws. Its message holds no secret, even if the tracker's answer does. */
export abstract class HarnessError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(withoutSecrets(message), options);
  }
}

/**
 * The message of an error, for a text that goes through withoutSecrets later. The message of an error of the harness has
 * gone through it, and what that has left, such as a user name that is also a password, is to be left again.
 */
export function messageToPrint(error: unknown): string {
  return error instanceof HarnessError ? asPublic(error.message) : messageOf(error);
}

/** Of an AggregateError (a host name with several addresses) the first line of its first error. */
export function reasonOf(error: unknown): string {
  const several: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const [line = ''] = messageOf(several[0] ?? error).split('\n');
  return line === '' && error instanceof Error ? error.name : line;
}

/** An answer that does not fit the documents. */
export class ContractError extends HarnessError {
  override readonly name = 'ContractError';

  constructor(exchange: Exchange, problems: readonly string[]) {
    super(
      [
        `${exchange.method} ${pathOf(exchange.url)} answered ${exchange.status}${claimOf(exchange, problems)}`,
        ...problems.slice(1).map((problem) => `  - ${problem}`),
        ...(exchange.hint === undefined ? [] : [exchange.hint]),
        `Call: ${exchange.method} ${exchange.url} (as ${asPublic(exchange.caller)})`,
        `Body: ${excerpt(exchange.responseBody)}`,
        ...repeatLines(exchange),
      ].join('\n'),
    );
  }

  /** The problems zod found, each with its place in the body and the rule that states this part of the shape. */
  static problemsOf({ issues }: z.ZodError, shape: Endpoint['shape'] = {}): string[] {
    return issues.map(({ path, message }) => {
      const named = path.map(String).findLast((part) => Object.hasOwn(shape, part)) ?? '';
      const rule = shape[named];
      return `${path.join('.') || 'the body'}: ${message}${rule === undefined ? '' : ` (${rule})`}`;
    });
  }
}

function claimOf({ status }: Exchange, [first = '']: readonly string[]): string {
  return status >= 200 && status < 300
    ? ` with a body that does not fit its contract: ${first}`
    : ' and so has no data';
}

/** The needs of a test are not valid. */
export class NeedsError extends HarnessError {
  override readonly name = 'NeedsError';

  constructor(fixture: string, { issues }: z.ZodError, known: readonly string[]) {
    const problems = issues.map(({ path, message }) =>
      [path.join('.'), message].filter((part) => part !== '').join(': '),
    );
    super(`${fixture} can't tell what is needed: ${problems.join('; ')}. It takes ${known.join(', ')}.`);
  }
}

/** A call whose promise was used in place of its answer, or not at all. */
export class UnawaitedCallError extends HarnessError {
  override readonly name = 'UnawaitedCallError';

  /**
   * @param call the name of the call, its endpoint and its place in the spec
   * @param sign the evidence, such as the matcher that was given the promise
   */
  constructor(call: string, sign: string) {
    super(`${call} was not awaited, ${sign}. Write \`await\` before it.`);
  }
}

/** A set-up call that was refused: the test could not begin, and says nothing of the rules it covers. */
export class SetupError extends HarnessError {
  override readonly name = 'SetupError';
  readonly status: number;
  /** The body of the tracker's answer. */
  readonly responseBody: string;

  constructor(exchange: Exchange, problems: readonly string[]) {
    super(
      [
        `Set-up failed: ${missingThing(exchange)}${exchange.method} ${exchange.url} as ${asPublic(exchange.caller)} answered ${exchange.status}:`,
        ...problems.map((problem) => `  - ${problem}`),
        ...[exchange.tried, exchange.hint].filter((line) => line !== undefined),
        `Body: ${excerpt(exchange.responseBody)}`,
        ...repeatLines(exchange),
      ].join('\n'),
    );
    this.status = exchange.status;
    this.responseBody = exchange.responseBody;
  }
}

/** A field the tracker does not have. */
export class MissingFieldError extends HarnessError {
  override readonly name = 'MissingFieldError';

  constructor(idOrName: string, known: readonly string[]) {
    super(
      `The tracker has no custom field "${idOrName}". It has: ${known.join(', ') || 'none'}. ` +
        'Name the right one in the sandbox (TRACKER_SANDBOX).',
    );
  }
}

/** Issues that a search still did not find when the time for it was over. */
export class NotFoundYetError extends HarnessError {
  override readonly name = 'NotFoundYetError';

  constructor(jql: string, missing: readonly string[], found: readonly string[], timeout: number) {
    super(
      [
        `After ${timeout / 1_000} s a search still does not find ${missing.join(', ')}.`,
        `JQL: ${jql}`,
        `It finds ${found.length === 0 ? 'nothing' : found.join(', ')}.`,
        'A tracker indexes new issues late: give it longer with `timeout`, or look at the JQL and at who may browse the project.',
      ].join('\n'),
    );
  }
}

/** A call that would have changed data of other people or data that other tests use. It was not sent. */
export class ScopeError extends HarnessError {
  override readonly name = 'ScopeError';

  /**
   * @param changes the target that it would change, such as `project ABC`
   * @param remedy the call or setting to use instead
   */
  constructor({ method, path }: { readonly method: string; readonly path: string }, changes: string, remedy: string) {
    super(`${method} ${path} was not sent: it would change ${changes}, and others use this tracker. ${remedy}`);
  }
}

/** Something a test needs that the tracker of the run does not offer. The test is skipped and its rules stay unverified. */
export class NotAvailableError extends HarnessError {
  override readonly name = 'NotAvailableError';
}

/** The tracker has nothing of the kind that a test is about: that is no gap of the sandbox, and no rule is less verified for it. */
export class DoesNotApplyError extends NotAvailableError {}

/** An update that was not sent: the values that it changes could not be read before, so they could not be restored. */
export class UnreadValuesError extends HarnessError {
  override readonly name = 'UnreadValuesError';

  constructor(connectionId: string, userKey: string, cause: unknown) {
    super(
      [
        `The update was not sent: what ${userKey} has over connection ${connectionId} can't be read, so it could not be restored.`,
        messageOf(cause),
      ].join('\n'),
      { cause },
    );
  }
}

/** Something a test or a run made on a tracker that others use and that could not be undone. */
export class CleanupError extends HarnessError {
  override readonly name = 'CleanupError';

  constructor(left: readonly string[], maker: 'test' | 'run' = 'test') {
    super(
      [
        `Not everything this ${maker} made could be cleaned up. Left on the tracker:`,
        ...left.map((what) => `  - ${what}`),
        'The run’s ledger names it: `tracker-e2e sweep --older-than 0s --yes` tries again once the run is over.',
      ].join('\n'),
    );
  }
}

/** Data that looks like the run's and is not, or that others have changed since: it is left as it is. */
export class ForeignError extends HarnessError {
  override readonly name = 'ForeignError';

  constructor(why: string) {
    super(`tracker-e2e does not own it: ${why}`);
  }
}

/** Another run held the sandbox for as long as this one waited. */
export class LeaseHeldError extends HarnessError {
  override readonly name = 'LeaseHeldError';

  /**
   * @param longest for how long the run waited, in milliseconds
   * @param term how long a lease lasts after its holder is gone, in milliseconds
   */
  constructor(holder: string, longest: number, term: number) {
    super(
      `The sandbox is held by ${holder}, and did not get free within ${longest / 1_000} s. Let the other run end, name ` +
        'another sandbox, or wait longer (TRACKER_LEASE_WAIT): ' +
        `what a killed run held gets free ${term / 1_000} s after its end at the latest.`,
    );
  }
}

export class HookError extends HarnessError {
  override readonly name = 'HookError';

  constructor(hook: 'beforeAll' | 'afterAll') {
    super(
      `Fixtures that provide data or call the tracker can't be used in test.${hook}: their data lives as long as one test, ` +
        'so no test of the group would have it. Provide it in test.beforeEach or in the test. Tests that only read can ' +
        'share issues on a tracker that others use: reuse(name, make, issuesOf).',
    );
  }
}

export class EndedTestError extends HarnessError {
  override readonly name = 'EndedTestError';

  constructor() {
    super(
      'A fixture of a test that has ended was used, so nothing was sent: its tracker and its data are gone. Ask for the ' +
        'fixture in the test or the hook that uses it, instead of keeping it in a variable.',
    );
  }
}

/** A run lost its lease on the sandbox before it ended: another run may have changed the data that its tests saw. */
export class LeaseLostError extends HarnessError {
  override readonly name = 'LeaseLostError';

  constructor(lost: string) {
    super(
      `This run did not have its sandbox to the end, and another run may have changed it meanwhile: ${lost}. Run it ` +
        'again. If it happens again, see that the clocks of the machines agree, and that no person deletes the component ' +
        'named "tracker-e2e lease: sandbox".',
    );
  }
}

/** A lease that the tracker does not let the user create. */
export class LeaseRefusedError extends HarnessError {
  override readonly name = 'LeaseRefusedError';

  static of(projectKey: string, refusal: SetupError): LeaseRefusedError {
    return new LeaseRefusedError(
      `No lease can be put on project ${projectKey}, so other runs could use at the same time what a test wants to ` +
        `change. The user needs the permission Administer Projects there, or another project has to be named in ` +
        `TRACKER_SANDBOX. Tests that only read go on.\n${refusal.message}`,
      { cause: refusal },
    );
  }
}

/** A call that is not sent, or a test without a result, because the tracker of the run can't be used any more. */
export class TrackerOutageError extends HarnessError {
  override readonly name = 'TrackerOutageError';
}

export class OutputError extends HarnessError {
  override readonly name = 'OutputError';

  constructor(what: string, consequence: string, cause: unknown) {
    super(
      `${what} can't be written (${messageOf(cause)}): ${consequence}. Make room there, or name another folder ` +
        'with TRACKER_OUTPUT.',
      { cause },
    );
  }
}

/** Settings that a run can't start with. The message names each wrong setting and the remedy. */
export class SettingsError extends HarnessError {
  override readonly name = 'SettingsError';

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    // Playwright prints the stack of what a configuration throws. The user's place is the setting.
    this.stack = String(this);
  }
}
