import type { ProjectPermission, WorldInput } from '../../../contracts/index.js';
import type { Random } from '../../random.js';

/** A row of one of a world's lists, as it is written. */
export type Row<Name extends keyof WorldInput> =
  NonNullable<WorldInput[Name]> extends readonly (infer Item)[] ? Item : never;

/** What the parts of the world are made with. */
export interface Context {
  readonly random: Random;
  /** The next id, for rows of every kind: large, and never the neighbour of the one before. */
  readonly id: () => number;
  /** An id of its own with a name. */
  readonly named: (name: string) => { readonly id: number; readonly name: string };
}

/** Makes what the parts of a world are made with. */
export function contextOf(random: Random): Context {
  let last = random.int(3_000_000, 4_000_000);
  const id = (): number => (last += random.int(3, 4_999));
  return { random, id, named: (name) => ({ id: id(), name }) };
}

/** The groups of the tracker's users. */
export const groups = { team: 'equipa-técnica', administrators: 'administradores', directory: 'pessoas do diretório' };

/** What the team may do in every project. */
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
