import type { Faker, FakerOptions } from '@faker-js/faker';
import { faker as english } from '@faker-js/faker/locale/en';

// The class itself is exported only beside all 70 locales, which take ten times as long to import as this one.
const SeededFaker = english.constructor as new (options: FakerOptions) => Faker;

/** Where builders take made-up values and numbers from: the same seed gives the same, in the same order. */
export class Source {
  /** The seed, so that a message can name it. */
  readonly seed: number;
  readonly faker: Faker;
  readonly #mark: string;
  #last: number;

  constructor(seed: number, mark = '') {
    this.seed = seed;
    this.#mark = mark;
    this.faker = new SeededFaker({ locale: english.rawDefinitions, seed });
    this.#last = FIRST_NUMBER + this.faker.number.int({ max: 9_999 }) * 100;
  }

  /** A number that was not given before: an id for a row that is made up. */
  nextNumber(): number {
    this.#last += 1;
    return this.#last;
  }

  /** A summary with the mark of whoever builds, where there is one. */
  marked(summary: string): string {
    return this.#mark === '' ? summary : `${summary} ${this.#mark}`;
  }

  /** A project key that was not given before, such as QXKBT4. */
  nextKey(): string {
    const letters = this.faker.string.alpha({ length: 4, casing: 'upper' });
    return `${letters}${this.nextNumber().toString(36).toUpperCase()}`;
  }
}

/** Above the ids of worlds that people write, so that rows made up later do not meet theirs. */
const FIRST_NUMBER = 1_000_000;
