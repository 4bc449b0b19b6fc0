import type { BasePaths } from '../../../../contracts/index.js';
import type { BackgroundUserPlan } from '../world/background-user.js';
import type { Access } from './ask.js';
import type { Book } from './book.js';

/** An order of the drill to the background user's process. */
export type BackgroundUserOrder =
  | {
      readonly order: 'start';
      readonly access: Access;
      readonly paths: BasePaths;
      readonly plan: BackgroundUserPlan;
      readonly seed: number;
    }
  | { readonly order: 'rest' }
  | { readonly order: 'work' };

/** The answer of the background user to `rest`. */
export interface BackgroundUserReport {
  readonly book: Book;
  /** How often each thing was done so far. */
  readonly done: Readonly<Record<string, number>>;
}
