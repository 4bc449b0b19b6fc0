import type { ProjectPermission, WorldInput } from '../../../../contracts/index.js';
import type { Random } from '../../random.js';

/** A row of one of a world's lists, as it is written. */
export type Row<Name extends keyof WorldInput> =
  NonNullable<WorldInput[Name]> extends readonly (infer Item)[] ? Item : never;

/** The context for making the parts of the world. */
export interface Context {
  readonly random: Random;
  /** The next id, for rows of every kind: large, and never the neighbour of the one before. */
  readonly id: () => number;
  /** A new id with a name. */
  readonly named: (name: string) => { readonly id: number; readonly name: string };
}

/** Makes the context for making the parts of a world. */
export function contextOf(random: Random): Context {
  let last = random.int(3_000_000, 4_000_000);
  const id = (): number => (last += random.int(3, 4_999));
  return { random, id, named: (name) => ({ id: id(), name }) };
}

/** The groups of the tracker's users. */
export const groups = { team: 'equipa-técnica', administrators: 'administradores', directory: 'pessoas do diretório' };

/** The permissions of the team in every project. */
export function grants(): Partial<Record<ProjectPermission, { group: string }[]>> {
  const team = [{ group: groups.team }];
  return {
    BROWSE_PROJECTS: team,
    CREATE_ISSUES: team,
    EDIT_ISSUES: team,
    TRANSITION_ISSUES: team,
    ADD_COMMENTS: team,
    CREATE_ATTACHMENTS: team,
  };
}
