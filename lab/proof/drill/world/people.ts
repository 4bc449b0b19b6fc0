import type { SandboxSettings } from '../../../../fixtures/settings/sandbox.js';
import { groups } from './context.js';
import type { Context, Row } from './context.js';

const firstNames = ['Inês', 'Tomás', 'Conceição', 'Gonçalo', 'Luísa', 'João', 'Flávia', 'Zé', 'Antónia', 'Vítor'];
const lastNames = ['Magalhães', 'Brandão', 'Assunção', 'Falcão', 'Simões', 'Araújo', 'Guimarães', 'Leitão'];

/** A user: the key has nothing in common with the name. */
function personOf({ random, id }: Context, ...inGroups: string[]): Row<'users'> {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
  const number = id();
  const name = `${first}.${last}.${number}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return {
    key: `pessoa:${number}`,
    name,
    displayName: `${last}, ${first}`,
    emailAddress: `${name}@exemplo.pt`,
    password: `senha ${number} ção`,
    groups: inGroups,
  };
}

/** Everybody who has an account. */
export type People = ReturnType<typeof peopleOf>;

/** Makes everybody who has an account. */
export function peopleOf(context: Context) {
  return {
    /** The people who work there. */
    team: Array.from({ length: 9 }, () => personOf(context, groups.team)),
    /** Users that only directories know. */
    directory: Array.from({ length: 45 }, () => personOf(context, groups.directory)),
    /** Whom the harness logs in as. */
    administrator: personOf(context, groups.team, groups.administrators),
    /** The harness's user without permissions. */
    plain: { ...personOf(context, groups.team), token: `ficha-${context.id()}` },
    /** Who keeps working there through the run. */
    backgroundUser: personOf(context, groups.team, groups.administrators),
  };
}

type SandboxConnection = SandboxSettings['connections'][number];

/** Directories of pre-existing data, one of the background user, and directories that the suite may use. */
export type Directories = ReturnType<typeof directoriesOf>;

const attributes = ['displayName', 'title', 'mail', 'whenCreated', 'department', 'l', 'telephoneNumber'];

/** Makes them; the sandbox's have the same people, as two directories of one house have. */
export function directoriesOf(context: Context, people: People) {
  const connection = (name: string, enabled = true): Row<'connections'> => ({
    ...context.named(name),
    enabled,
    userDn: `ou=${name},dc=exemplo,dc=pt`,
    attributes,
  });
  const backgroundUser = { connection: connection('Diretório da contabilidade'), users: people.team };
  const closed = { connection: connection('Diretório antigo', false), users: people.team };
  const house = { connection: connection('Diretório da sede'), users: [people.administrator, ...people.team] };
  const sandbox = ['Ensaios – Norte', 'Ensaios – Sul', 'Ensaios – Ilhas', 'Ensaios – Centro'].map((name) => ({
    connection: connection(name),
    users: people.directory,
  }));
  const all = [backgroundUser, closed, house, ...sandbox];
  return {
    backgroundUser,
    closed,
    sandbox,
    rows: {
      connections: all.map((one) => one.connection),
      directoryUsers: all.flatMap(({ connection: { id }, users }) =>
        users.map((user) => ({ connectionId: id, userKey: user.key, values: valuesOf(context, user) })),
      ),
    },
  };
}

/** A directory in a sandbox's words: what the harness can ask the tracker for is not said. */
export function sandboxConnection({ connection, users }: Directories['closed']): SandboxConnection {
  const { id, name, userDn, enabled = true } = connection;
  if (enabled) return { id: String(id), enabled, userDn, group: groups.directory };
  const known = users.map((user) => ({ key: user.key, username: user.name }));
  return { id: String(id), name, enabled, userDn, users: known, group: groups.team };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function valuesOf({ random }: Context, { displayName, emailAddress = '' }: Row<'users'>): Record<string, string> {
  const day = `${random.int(1, 28)}/${random.pick(months)}/${random.int(10, 25)}`;
  return {
    displayName,
    mail: emailAddress,
    whenCreated: `${day} ${random.int(1, 12)}:${String(random.int(0, 59)).padStart(2, '0')} ${random.pick(['AM', 'PM'])}`,
    department: random.pick(['Contabilidade', 'Manutenção', 'Receção', '']),
    l: random.pick(['Évora', 'Setúbal', 'Bragança']),
    title: random.pick(['Eletricista', 'Técnica de obra', '']),
    telephoneNumber: `+351 2${random.int(10_000_000, 99_999_999)}`,
  };
}
