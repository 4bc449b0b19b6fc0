import type { BasePaths } from '../../../contracts/index.js';
import type { ColleaguePlan } from '../world/colleague.js';
import type { Access } from './ask.js';
import type { Book } from './book.js';

/** What the drill tells the colleague's process. */
export type ColleagueOrder =
  | {
      readonly order: 'start';
      readonly access: Access;
      readonly paths: BasePaths;
      readonly plan: ColleaguePlan;
      readonly seed: number;
    }
  | { readonly order: 'rest' }
  | { readonly order: 'work' };

/** What the colleague answers to `rest`. */
export interface ColleagueReport {
  readonly book: Book;
  /** How often each thing was done so far. */
  readonly done: Readonly<Record<string, number>>;
}
