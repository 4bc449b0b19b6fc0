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
export interface People {
  /** The people who work there. */
  readonly team: readonly Row<'users'>[];
  /** Users that only directories know. */
  readonly directory: readonly Row<'users'>[];
  /** Whom the harness logs in as. */
  readonly administrator: Row<'users'>;
  /** The harness's user without permissions. */
  readonly plain: Row<'users'>;
  /** Who keeps working there through the run. */
  readonly backgroundUser: Row<'users'>;
}

/** Makes everybody who has an account. */
export function peopleOf(context: Context): People {
  return {
    team: Array.from({ length: 9 }, () => personOf(context, groups.team)),
    directory: Array.from({ length: 45 }, () => personOf(context, groups.directory)),
    administrator: personOf(context, groups.team, groups.administrators),
    plain: { ...personOf(context, groups.team), token: `ficha-${context.id()}` },
    backgroundUser: personOf(context, groups.team, groups.administrators),
  };
}
