import type { UserAttributes } from '../../../contracts/index.js';
import { SetupError } from '../../../client/errors.js';
import { readConnectionNames } from '../discovery/complete-sandbox.js';
import type { LedgerItemOf } from '../ledger/ledger-line.js';
import { requireUndone } from './cleanup.js';
import type { Cleanup, Look } from './cleanup.js';

/** Restores names, distinguished names and values of a connection, except those that others have changed since. */
export const lookAtConnection: Look<'connection'> = async (item, by) => {
  const found = await changesOf(item, by);
  if (found.back.length + found.stuck.length === 0) {
    requireUndone([], found.ofOthers);
    return undefined;
  }
  return {
    parts: [{ what: `connection ${item.what}`, where: `connection "${item.name}"`, would: describe(found) }],
    undo: () => restore(item, found, by),
  };
};

type Connection = LedgerItemOf<'connection'>;

interface ConnectionChanges {
  readonly details: { readonly name?: string; readonly userDn?: string };
  readonly data: readonly { readonly userKey: string; readonly fields: UserAttributes[] }[];
  /** The names of what can be restored, by `details` and `data`. */
  readonly back: readonly string[];
  /** A sentence for each change of the run that can't be undone. */
  readonly stuck: readonly string[];
  /** A sentence for each value that others have changed since. */
  readonly ofOthers: readonly string[];
}

async function restore(item: Connection, found: ConnectionChanges, by: Cleanup): Promise<void> {
  let changes = found;
  const { details, data, back } = found;
  if (back.length > 0) {
    const update = [{ ...(Object.keys(details).length > 0 && { connection: [details] }), data: [...data] }];
    await by.setup.updateUsers({ body: { connectionId: item.what, update } });
    changes = await changesOf(item, by);
    if (changes.data.length > 0 || changes.details.name !== undefined) {
      throw new Error(`it is not what it was: it would still take to ${describe(changes)}`);
    }
  }
  requireUndone(changes.stuck, changes.ofOthers);
}

function describe({ back, stuck, ofOthers }: ConnectionChanges): string {
  const can = back.length > 0 ? [`restore ${back.join('; ')}`] : [];
  return [...can, ...[...stuck, ...ofOthers].map((why) => `leave: ${why}`)].join('; ');
}

async function changesOf(item: Connection, by: Cleanup): Promise<ConnectionChanges> {
  const { name, userDn, wroteNames, wroteUserDns } = item;
  const [stuck, ofOthers, data]: [string[], string[], ConnectionChanges['data'][number][]] = [[], [], []];
  const [named] = wroteNames.length === 0 ? [name] : await readConnectionNames(item.what, by.setup);
  const isOurs = named !== undefined && named !== name && wroteNames.includes(named);
  if (named === undefined) stuck.push(UNREAD);
  else if (named !== name && !isOurs) ofOthers.push(`another user has renamed it "${named}" since`);
  // No API answers the distinguished name, so it is restored whenever a call wrote one.
  const wroteDn = wroteUserDns.length > 0;
  if (wroteDn && userDn === undefined) stuck.push(NO_DN);
  const details = { ...(isOurs && { name }), ...(wroteDn && userDn !== undefined && { userDn }) };
  const back: string[] = Object.keys(details);
  for (const [userKey, before] of Object.entries(item.before)) {
    const now = await valuesOf(item.what, userKey, by);
    // A connection that is switched off, or a user who is no longer in it, still has the values that calls wrote.
    if (typeof now === 'string' || (Object.keys(now).length === 0 && Object.keys(before).length > 0)) {
      const unread = `what ${userKey} has over connection ${item.what} can't be read`;
      const answer = typeof now === 'string' ? now : 'no values at all';
      stuck.push(`${unread}, so it may still have values of the run: ${answer}`);
      continue;
    }
    const wrote = item.wrote[userKey] ?? {};
    const fields: [string, string][] = [];
    for (const attribute of new Set([...Object.keys(before), ...Object.keys(wrote)])) {
      const [was, is] = [valueIn(before, attribute), valueIn(now, attribute)];
      if (is === was) continue;
      // The documents know no way to remove an attribute: an empty value comes closest.
      if (was === undefined && is === '')
        stuck.push(`${attribute} of ${userKey} is empty and was not there before: ${EMPTY}`);
      else if (isWritten(is, valueIn(wrote, attribute))) fields.push([attribute, was ?? '']);
      else ofOthers.push(`another user has changed ${attribute} of ${userKey} since`);
    }
    if (fields.length === 0) continue;
    data.push({ userKey, fields: [Object.fromEntries(fields)] });
    back.push(`${fields.map(([attribute]) => attribute).join(', ')} of ${userKey}`);
  }
  return { details, data, back, stuck, ofOthers };
}

const UNREAD = "it can't be read, so it may still have the name that the run gave it: is it enabled?";
const NO_DN = 'it has a userDn of this run; the one before is unknown: no API answers it, and the sandbox names none';
const EMPTY = 'no call removes it, a synchronization does';

/** Trackers take blanks from the ends of values. */
function isWritten(value = '', written: readonly string[] = []): boolean {
  return written.some((one) => one.trim() === value.trim());
}

/** The own property of a record by a name that a call under test chose. */
function valueIn<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** The values that the tracker has of a user over a connection; or a text that says why they can't be read. */
async function valuesOf(idOrName: string, userKeyOrName: string, { setup }: Cleanup): Promise<UserAttributes | string> {
  try {
    return await setup.getUserInConnection({ idOrName, userKeyOrName });
  } catch (error) {
    if (error instanceof SetupError) return error.message.split('\n')[0]?.replace(/:$/, '') ?? '';
    throw error;
  }
}
