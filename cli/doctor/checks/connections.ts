import { counted } from '../../../contracts/counted.js';
import {
  completeConnection,
  findWrongUser,
  readConnectionNames,
} from '../../../provide/external/discovery/complete-sandbox.js';
import { SettingsError, SetupError, messageToPrint } from '../../../client/errors.js';
import { eachOf } from '../../../client/setup-client.js';
import type { SandboxSettings } from '../../../client/settings/sandbox.js';
import { assumedToHold, missing, notChecked, ok, warning, meantNames, lookAtNamed, tryRead } from '../check.js';
import type { Check, Facts, CheckFinding, SandboxConnection, LookAtNamed, Context } from '../check.js';

export const connectionCheck: Check = {
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
    const seen = await lookAtNamed('connections', facts, named, none, titleOf, (one) =>
      lookAtConnection(context, facts, one, known),
    );
    const withDn = named.filter(({ userDn }) => userDn !== undefined).map((one) => `"${titleOf(one)}"`);
    const unseen = withDn.length > 0 ? [assumedToHold(`the userDn of ${withDn.join(', ')}`)] : [];
    return { ...seen, findings: [...seen.findings, ...unseen] };
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
): Promise<LookAtNamed<SandboxConnection>> {
  try {
    const connection = await completeConnection(named, context.read(facts.basePaths));
    const problem = await problemOfConnection(context, facts, { ...connection, attributes: [] }, known);
    if (problem !== undefined) return { finding: problem };
    const attributes = known[connection.name] ?? [];
    const { id, name, enabled, users, group } = connection;
    const inGroup = group === undefined ? 'no group named' : `group ${group}`;
    const finding = enabled
      ? ok(
          `"${name}" (id ${id}): ${counted(attributes.length, 'attribute')}, ${counted(users.length, 'user')} to work with, ${inGroup}`,
        )
      : assumedToHold(
          `"${name}" (id ${id}) is there and is not enabled; the tracker has ${counted(users.length, 'user')} of it`,
        );
    return { finding, there: { ...connection, attributes } };
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
  { id, name, enabled, users, group }: SandboxConnection,
  known: Known,
): Promise<CheckFinding | undefined> {
  if (name in known !== enabled) {
    return enabled
      ? missing(
          `no enabled connection "${name}"${meantNames(name, Object.keys(known))}`,
          'enable it, or name another in TRACKER_SANDBOX.',
        )
      : missing(`"${name}" is enabled, and the settings say it is not`, 'leave out "enabled": false, or disable it.');
  }
  const read = context.read(basePaths);
  const wrong = await findWrongUser(users, read);
  if (wrong !== undefined) return missing(`"${name}": ${wrong}`, 'write the users as the tracker has them.');
  const outside = group === undefined ? undefined : await findOutsider(read, group, users);
  if (outside !== undefined) return missing(`"${name}": ${outside}`, 'name a group that has the users.');
  if (!enabled) return undefined;
  const [named, ...others] = await readConnectionNames(id, read);
  if (named !== name && !others.includes(name)) {
    return missing(`the connection with the id ${id} is named "${named}", not "${name}"`, 'write its right id.');
  }
  const values = await eachOf(users, ({ key }) =>
    tryRead(() => read.getUserInConnection({ idOrName: id, userKeyOrName: key })),
  );
  // Some trackers answer with an empty object about a user whom a connection does not have (AD-N02).
  const at = values.findIndex(({ data = {} }) => Object.keys(data).length === 0);
  if (at < 0) return undefined;
  const answered = values[at]?.refused?.status ?? 'no values';
  const text = `"${name}" (id ${id}) does not have ${users[at]?.username} (${answered})`;
  return missing(text, 'name users of the connection, and its right id.');
}

/** A user who is no member of a group, or why the group has none; undefined if all are. */
async function findOutsider(
  read: ReturnType<Context['read']>,
  groupname: string,
  users: SandboxConnection['users'],
): Promise<string | undefined> {
  const members = new Set<string>();
  for (let isLast = false; !isLast;) {
    const query = { groupname, startAt: members.size };
    const { data, refused } = await tryRead(() => read.listGroupMembers({ query }));
    if (refused !== undefined) return `the group ${groupname} (${refused.status})`;
    for (const { key } of data.values) members.add(key);
    isLast = data.isLast || data.values.length === 0;
  }
  const outsider = users.find(({ key }) => !members.has(key));
  return outsider && `${outsider.username} is not in the group ${groupname}`;
}
