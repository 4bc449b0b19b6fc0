import type { BasePaths } from '../../../contracts/index.js';
import type { BackgroundUserPlan } from '../world/background-user.js';
import type { Access } from './ask.js';
import type { Book } from './book.js';

/** What the drill tells the background user's process. */
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

/** What the background user answers to `rest`. */
export interface BackgroundUserReport {
  readonly book: Book;
  /** How often each thing was done so far. */
  readonly done: Readonly<Record<string, number>>;
}
