import type { Component, Endpoints } from '../../../contracts/index.js';
import { messageOf } from '../../../contracts/thrown.js';
import { LeaseLostError, LeaseRefusedError, SetupError } from '../../../client/errors.js';
import type { SetupClient } from '../../../client/setup-client.js';
import { ignoreMissing, saysNo } from '../../../client/statuses.js';
import type { Ledger } from '../ledger/ledger.js';
import { describeHolder, hasEnded, newHolder, readHolder } from './lease-holder.js';
import type { LeaseHolder } from './lease-holder.js';
import { machineId } from './this-machine.js';

export const LEASE_PREFIX = 'tracker-e2e lease: ';

const NAME = `${LEASE_PREFIX}sandbox`;

/** How long a lease lasts if its holder can't renew it, in milliseconds. */
export const LEASE_TERM = 300_000;

export interface Lease {
  /** Why the parts of the sandbox may only be read: the tracker has no lease on it. */
  readonly refusal?: LeaseRefusedError | undefined;
  /** The process of this machine that had it before and did not give it back: its workers may go on for a while. */
  readonly killed?: LeaseHolder | undefined;
  /** @throws LeaseLostError if it was lost before; SetupError, UnreachableError if it can't be given back: it expires */
  release(): Promise<void>;
}

export interface LeaseAccess {
  readonly setup: SetupClient<Endpoints>;
  readonly ledger: Ledger;
  /** How long the lease lasts without being renewed, in milliseconds. Default: five minutes */
  readonly term?: number;
}

/**
 * Takes the lease that every machine sees, without waiting: a component of a project. The tracker refuses a second one of
 * the same name.
 *
 * @returns the lease, or who has it
 */
export async function takeComponent(projectKey: string, access: LeaseAccess): Promise<Lease | string> {
  const { setup, ledger, term = LEASE_TERM } = access;
  let killed: LeaseHolder | undefined;
  for (const component of await findLeases(projectKey, access)) {
    const lease = readHolder(component.description);
    if (lease === undefined || !(hasEnded(lease) || Date.parse(lease.until) <= Date.now())) return whoHas(component);
    if (lease.holder.machine === machineId) killed = lease;
    await remove(component.id, access);
  }
  const item = { kind: 'lease', what: `${projectKey}/${NAME}` } as const;
  const holder = newHolder(ledger.run, term);
  ledger.pending(item);
  const body = { project: projectKey, name: NAME, description: JSON.stringify(holder) };
  const made = await setup.createComponent({ body }).catch(refusalIn);
  const [first] = await findLeases(projectKey, access);
  if (made instanceof SetupError || made.id !== first?.id) {
    // Another run was quicker, or the tracker let two claims through: then the lower id wins.
    if ('id' in made) await remove(made.id, access);
    ledger.deleted(item);
    if (first !== undefined) return whoHas(first);
    if (!(made instanceof SetupError) || isTaken(made)) return 'a run that has just given it back';
    return { killed, refusal: LeaseRefusedError.of(projectKey, made), release: () => Promise.resolve() };
  }
  const stopRenewing = renew(made.id, holder, access);
  const release = async () => {
    const problem = await stopRenewing();
    const wasThere = await remove(made.id, access);
    if ((await findLeases(projectKey, access)).some(({ id }) => id === made.id)) {
      throw new Error(`The tracker has answered that the component ${item.what} is deleted, and it is still there.`);
    }
    ledger.deleted(item);
    if (!wasThere) throw new LeaseLostError(`${item.what}: its component ${made.id} was gone${problem}`);
  };
  return { killed, release };
}

async function findLeases(projectIdOrKey: string, { setup }: LeaseAccess): Promise<Component[]> {
  const components = await setup.listComponents({ projectIdOrKey });
  const leases = components.filter(({ name }) => name.toLowerCase() === NAME);
  return leases.sort((left, right) => Number(left.id) - Number(right.id));
}

function whoHas({ description, name, project }: Component): string {
  const holder = readHolder(description);
  if (holder !== undefined) return describeHolder(holder);
  return `the person who made the component "${name}" of project ${project} by hand: no run deletes that`;
}

/** @returns whether it was still there: another process may have been quicker */
async function remove(componentId: string, { setup }: LeaseAccess): Promise<boolean> {
  return (await ignoreMissing(() => setup.deleteComponent({ componentId }).then(() => true))) ?? false;
}

/** Any other error may hide that the component was made: the ledger goes on to name it. */
function refusalIn(error: unknown): SetupError {
  if (error instanceof SetupError && saysNo(error.status)) return error;
  throw error;
}

function isTaken({ status, responseBody }: SetupError): boolean {
  return status === 400 && responseBody.includes('"name"');
}

/** Renews a lease until the returned function is called, which says what the last renewal failed of, if it did. */
function renew(
  componentId: string,
  { holder, since }: LeaseHolder,
  { setup, term = LEASE_TERM }: LeaseAccess,
): () => Promise<string> {
  let renewal = Promise.resolve('');
  const once = (): Promise<string> => {
    const until = new Date(Date.now() + term).toISOString();
    const body = { description: JSON.stringify({ holder, since, until }) };
    return setup.updateComponent({ componentId, body }).then(
      () => '',
      (error: unknown) => `; at ${new Date().toISOString()} it could not be renewed: ${messageOf(error)}`,
    );
  };
  const timer = setInterval(() => {
    renewal = once();
  }, term / 3).unref();
  return () => {
    clearInterval(timer);
    return renewal;
  };
}
