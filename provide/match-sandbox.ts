import { counted } from '../contracts/counted.js';
import type { ConnectionNeed, TestProjectNeed } from './needs.js';

interface User {
  readonly username: string;
}

interface Traits {
  readonly id: string;
  readonly enabled: boolean;
  readonly users: readonly User[];
  readonly group?: string | undefined;
  readonly userDn?: string | undefined;
}

interface ConnectionChoice<Connection extends Traits> {
  /** Another connection, whose users it has to have. */
  readonly usersOf?:
    | { readonly users: readonly User[]; readonly attributes?: readonly string[] | undefined }
    | undefined;
  readonly usersNotOf?: Pick<Traits, 'users'> | undefined;
  /** The attributes that a connection synchronizes; undefined if they are not known. */
  readonly attributesOf: (connection: Connection) => readonly string[] | undefined;
  /** Whether the test has a connection already. */
  readonly isTaken: (connection: Connection) => boolean;
}

interface Match<Connection extends Traits> {
  readonly connection: Connection;
  readonly users: Connection['users'];
}

/**
 * The connections that meet the needs of a test, the best first: one that shares users and attributes with another, these
 * users first, because the test may ask for a connection with the same users next. Provisioning and the doctor's forecast both choose
 * by it. Of the users that are asked for by name, the first has to be named like the first name; the others are, as far
 * as there are such users, named like the other names.
 */
export function matchConnections<Connection extends Traits>(
  connections: readonly Connection[],
  {
    users: count,
    fewest = count,
    usernames = [],
    attributes = [],
    enabled = true,
    inGroup,
    changesUserDn,
  }: ConnectionNeed,
  { usersOf, usersNotOf = { users: [] }, attributesOf, isTaken }: ConnectionChoice<Connection>,
): Match<Connection>[] {
  const fitting = connections.filter(
    (connection) =>
      connection.enabled === enabled &&
      connection.users.length >= fewest &&
      (usersOf?.users ?? []).every((user) => has(connection, user)) &&
      attributes.every((attribute) => attributesOf(connection)?.includes(attribute) !== false) &&
      (inGroup !== true || connection.group !== undefined) &&
      (changesUserDn !== true || connection.userDn !== undefined) &&
      !isTaken(connection),
  );
  const common = (connection: Connection, known: readonly string[] = []) =>
    (attributesOf(connection) ?? []).filter((attribute) => known.includes(attribute));
  if (usersOf !== undefined) {
    const sameOf = ({ users }: Connection) =>
      usersOf.users.flatMap(({ username }) => users.filter((user) => user.username === username));
    const shared = (connection: Connection) => common(connection, usersOf.attributes).length;
    const best = fitting.toSorted((left, right) => shared(right) - shared(left));
    return best.map((connection) => ({ connection, users: sameOf(connection) }));
  }
  /** The users that a connection shares with the best of others: it has enough of them, and most attributes in common. */
  const sharedWith = (connection: Connection, others: readonly Connection[]) => {
    const pairs = others.map((other) => {
      const shared = common(other, attributesOf(connection));
      const hasWanted = attributes.every((attribute) => shared.includes(attribute));
      const users = connection.users.filter((user) => has(other, user));
      return { users, value: [Math.min(users.length, count), Number(hasWanted), shared.length, users.length] };
    });
    const [best = { users: [], value: [] }] = pairs.toSorted((left, right) => compareLists(right.value, left.value));
    return best;
  };
  const ranked = fitting.map((connection) => {
    const others = connections.filter(({ id }) => id !== connection.id);
    const shared = (isEnabled: boolean) =>
      sharedWith(
        connection,
        others.filter((other) => other.enabled === isEnabled),
      );
    const [inEnabled, inDisabled] = [shared(true), shared(false)];
    const rank = (user: User) => 2 * Number(inEnabled.users.includes(user)) + Number(inDisabled.users.includes(user));
    const best = connection.users
      .filter((user) => !has(usersNotOf, user))
      .toSorted((left, right) => rank(right) - rank(left));
    const users = [...named(best, usernames)].slice(0, count);
    return { connection, users, value: [users.length, Math.min(...users.map(rank)), ...inEnabled.value] };
  });
  const enough = ranked.filter(
    ({ users: [first, ...others] }) =>
      others.length >= fewest - 1 && first !== undefined && isLike(first.username, usernames[0] ?? ''),
  );
  return enough.toSorted((left, right) => compareLists(right.value, left.value));
}

/** A connection that the sandbox lacks, as the end of a sentence. */
export function describeConnection(need: ConnectionNeed): string {
  const {
    users,
    fewest = users,
    usersOf,
    usernames: [username] = [],
    attributes = [],
    enabled,
    inGroup,
    changesUserDn,
  } = need;
  return [
    enabled === false && 'that is not enabled',
    usersOf ? 'with the users of another' : `with ${counted(fewest, 'user')}`,
    username && `with a user ${UNUSUAL}`,
    attributes.length > 0 && `with ${listed(attributes.map(describeAttribute))}`,
    inGroup && 'whose users are in a group it names',
    changesUserDn && 'whose userDn it says, so that it can be restored',
  ]
    .filter(Boolean)
    .join(' and ');
}

/** Made on use: the first one takes 9 ms, in each worker. */
const listed = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts);

/** One phrase for every name that a test made up: no user can add just that name. */
const UNUSUAL = 'whose name is as unusual as the test needs (signs, letters beyond a to z, or digits alone)';

/** An attribute by its name, unless a test made the name up. */
export function describeAttribute(name: string): string {
  return unusualIn(name).size === 0 ? `the attribute ${name}` : `an attribute ${UNUSUAL}`;
}

/** Users with one for each name first: one that is named like it, and begins with the name of the first if that does. */
function named<Named extends User>(users: readonly Named[], names: readonly string[]): ReadonlySet<Named> {
  const chosen = new Set<Named>();
  for (const name of names) {
    const [first] = chosen;
    const begins = (user: Named) => first !== undefined && user.username.startsWith(first.username);
    const alike = users.filter((user) => !chosen.has(user) && isLike(user.username, name));
    const one = alike.find(({ username }) => username === name) ?? alike.find(begins) ?? alike[0];
    // Without a first one the others are of no use.
    if (one !== undefined) chosen.add(one);
    else if (first === undefined) break;
  }
  return new Set([...chosen, ...users]);
}

/** Compares by the first numbers that differ. */
function compareLists(left: readonly number[], right: readonly number[]): number {
  const differences = left.map((value, index) => value - (right[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

function has({ users }: Pick<Traits, 'users'>, { username }: User): boolean {
  return users.some((user) => user.username === username);
}

interface TestTraits {
  readonly key: string;
  readonly columns: readonly string[];
  readonly statuses: readonly string[];
  readonly preconditions: boolean;
}

/** The other projects of the test that a project has to be unlike. */
interface OtherProjects {
  readonly otherThan?: Pick<TestTraits, 'key' | 'statuses'> | undefined;
  readonly statusesUnlike?: Pick<TestTraits, 'key' | 'statuses'> | undefined;
  readonly columnCountUnlike?: Pick<TestTraits, 'columns'> | undefined;
}

/**
 * The projects that meet the needs of a test, the best first: one to which another project is unlike, because the test may
 * ask for that next. Provisioning and the doctor's forecast both choose by it.
 *
 * @param creates by key: whether plainUser, who edits issues there, may create some; if it is not known, any project will do
 */
export function matchTestProjects<Project extends TestTraits>(
  projects: readonly Project[],
  { columns, preconditions, plainUserCreates: wanted }: TestProjectNeed,
  { otherThan, statusesUnlike, columnCountUnlike }: OtherProjects,
  creates?: Readonly<Record<string, boolean>>,
): Project[] {
  const fitting = projects.filter(
    (project) =>
      (wanted === undefined || creates === undefined || creates[project.key] === wanted) &&
      (preconditions === undefined || project.preconditions === preconditions) &&
      (columns === undefined || columns.join('|') === project.columns.join('|')) &&
      (statusesUnlike === undefined || differs(project, statusesUnlike)) &&
      project.key !== otherThan?.key &&
      project.columns.length !== columnCountUnlike?.columns.length,
  );
  const unlike = otherThan === undefined ? projects : [otherThan];
  const isPaired = (project: Project) => unlike.some((other) => differs(project, other));
  return [...fitting.filter(isPaired), ...fitting.filter((one) => !isPaired(one))];
}

/** A project with test management that the sandbox lacks, as the end of a sentence. */
export function describeTestProject(need: TestProjectNeed): string {
  const { columns, preconditions, plainUserCreates, otherThan, statusesUnlike, columnCountUnlike } = need;
  const isSecond = [otherThan, statusesUnlike, columnCountUnlike].includes(true);
  return [
    `${isSecond ? 'second ' : ''}project with test management`,
    columns && `with the columns ${listed(columns)}`,
    preconditions === true && 'with Preconditions',
    preconditions === false && 'without Preconditions',
    plainUserCreates === true && 'in which plainUser edits and creates issues',
    plainUserCreates === false && 'in which plainUser edits issues and may create none',
    statusesUnlike && 'with other step statuses',
    columnCountUnlike && 'with another number of Steps columns',
  ]
    .filter(Boolean)
    .join(' ');
}

function differs(project: Pick<TestTraits, 'key' | 'statuses'>, other: Pick<TestTraits, 'key' | 'statuses'>): boolean {
  const lacks = (left: readonly string[], right: readonly string[]) => left.some((name) => !right.includes(name));
  return (
    project.key !== other.key && lacks(project.statuses, other.statuses) && lacks(other.statuses, project.statuses)
  );
}

/**
 * What is unusual in a name: each sign that is neither a letter nor a digit, spaces that follow each other, letters
 * beyond a to z, and digits alone. Such names are easily taken apart, escaped wrongly, or taken for a number.
 */
export function unusualIn(name: string): ReadonlySet<string> {
  const signs = name.match(/[^\p{L}\p{M}\p{N}]/gu) ?? [];
  return new Set([
    ...signs,
    ...(/ {2}/.test(name) ? ['spaces'] : []),
    ...(/[^a-z\P{L}]/iu.test(name) ? ['letters'] : []),
    ...(/^\d+$/.test(name) ? ['digits'] : []),
  ]);
}

export function isLike(username: string, other: string): boolean {
  const unusual = unusualIn(username);
  return [...unusualIn(other)].every((what) => unusual.has(what));
}
