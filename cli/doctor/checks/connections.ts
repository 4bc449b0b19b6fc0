import { counted } from '../../../contracts/counted.js';
import { completeConnection } from '../../../fixtures/discovery/complete-sandbox.js';
import { SettingsError, SetupError, messageToPrint } from '../../../fixtures/errors.js';
import type { SandboxSettings } from '../../../fixtures/settings/sandbox.js';
import { missing, notChecked, ok, warning } from '../check.js';
import type { Check, Facts, Finding, SandboxConnection } from '../check.js';
import { tryRead } from '../context.js';
import type { Context } from '../context.js';
import { didYouMean, lookAtNamed } from './look-at-named.js';
import type { Look } from './look-at-named.js';

/** Of how many users of a connection the key is compared with the tracker's. */
const SAMPLE = 3;

export const connections: Check = {
  name: 'connections',
  needs: { answering: 'the extensions were not looked for' },
  look: async (context, facts) => {
    if (facts.answering?.has('directory-sync') !== true) {
      return notChecked('the directory-sync API does not answer');
    }
    if (facts.refusing?.has('directory-sync') === true) {
      return notChecked('the directory-sync API refuses the user');
    }
    const { data: known, refused } = await tryRead(() => context.read(facts.basePaths).listConnections());
    if (refused !== undefined) {
      return missing(`the tracker answers ${refused.status} to their list`, 'name a user who administers the tracker.');
    }
    const none = warning(
      `TRACKER_SANDBOX names none; enabled are: ${Object.keys(known).join(', ') || 'none'}`,
      'name two that only this suite changes, and one that is not enabled, as connections in TRACKER_SANDBOX.',
    );
    const named = context.external.sandbox.connections;
    return lookAtNamed('connections', facts, named, none, titleOf, (one) =>
      lookAtConnection(context, facts, one, known),
    );
  },
};

type Named = SandboxSettings['connections'][number];
type Known = Readonly<Record<string, readonly string[]>>;

function titleOf({ name, id = '' }: Named): string {
  return name ?? `connection ${id}`;
}

async function lookAtConnection(
  context: Context,
  facts: Facts,
  named: Named,
  known: Known,
): Promise<Look<SandboxConnection>> {
  try {
    const connection = await completeConnection(named, context.read(facts.basePaths));
    const problem = await problemOfConnection(context, facts, connection, known);
    if (problem !== undefined) return { finding: problem };
    const attributes = known[connection.name] ?? [];
    const { id, name, enabled, users, group } = connection;
    const inGroup = group === undefined ? 'no group named' : `group ${group}`;
    const text = enabled
      ? `"${name}" (id ${id}): ${counted(attributes.length, 'attribute')}, ${counted(users.length, 'user')} to work with, ${inGroup}`
      : `"${name}" (id ${id}) is not enabled, as the settings say`;
    return { finding: ok(text), there: { ...connection, attributes } };
  } catch (error) {
    if (error instanceof SettingsError) return { finding: missing(error.message, 'correct it in TRACKER_SANDBOX.') };
    if (!(error instanceof SetupError)) throw error;
    const [first = ''] = messageToPrint(error).split('\n');
    return { finding: missing(`"${titleOf(named)}": ${first}`, 'name a connection whose users the caller may read.') };
  }
}

async function problemOfConnection(
  context: Context,
  { basePaths }: Facts,
  { id, name, enabled, users }: Pick<SandboxConnection, 'id' | 'name' | 'enabled' | 'users'>,
  known: Known,
): Promise<Finding | undefined> {
  if (name in known !== enabled) {
    return enabled
      ? missing(
          `no enabled connection "${name}"${didYouMean(name, Object.keys(known))}`,
          'enable it, or name another in TRACKER_SANDBOX.',
        )
      : missing(`"${name}" is enabled, and the settings say it is not`, 'leave out "enabled": false, or disable it.');
  }
  if (!enabled) return undefined;
  const read = context.read(basePaths);
  for (const { username, key } of users.slice(0, SAMPLE)) {
    const { data: user, refused } = await tryRead(() => read.getUser({ query: { username } }));
    if (refused !== undefined)
      return missing(`"${name}": no user "${username}" (${refused.status})`, 'name users of the connection.');
    if (user.key !== key) {
      return missing(
        `"${name}": the key of ${username} is ${user.key}, not ${key}`,
        'write the key, or leave the users out.',
      );
    }
    const values = await tryRead(() => read.getUserInConnection({ idOrName: id, userKeyOrName: key }));
    if (values.refused !== undefined) {
      return missing(
        `"${name}" (id ${id}) does not have ${username} (${values.refused.status})`,
        'name users of the connection, and its right id.',
      );
    }
  }
  return undefined;
}
