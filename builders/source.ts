import type { Faker, FakerOptions, Randomizer } from '@faker-js/faker';
import { faker as english } from '@faker-js/faker/locale/en';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

// faker exports the class only together with all 70 locales, which take ten times as long to import as this one.
const SeededFaker = english.constructor as new (options: FakerOptions) => Faker;

/** The numbers that {@link shared} takes its next values from. */
let drawnFrom: RandomGenerator = xoroshiro128plus(0);

const randomizer: Randomizer = {
  next: () => uniformFloat64(drawnFrom),
  seed: () => {
    throw new Error('What faker gives comes from the seed of its source: make builders of another seed.');
  },
};

/** How many numbers of a seed are skipped, because the first ones differ little between neighbouring seeds. */
const UNMIXED = 16;

/** One faker for all sources: making one takes longer than everything a test builds with it. */
const shared = new SeededFaker({ locale: english.rawDefinitions, randomizer });

/** The source of made-up values and numbers: the same seed gives the same ones in the same order. */
export class Source {
  readonly #numbers: RandomGenerator;
  readonly #mark: string;
  readonly #firstId: number;
  readonly #idsCollide: boolean;
  readonly #lastIds = new Map<string, number>();
  #last: number;
  /** The last key, and how many keys begin with the first one. */
  #key = '';
  #keys = 0;

  constructor(seed: number, mark = '') {
    this.#mark = mark;
    this.#numbers = xoroshiro128plus(seed);
    for (let passed = 0; passed < UNMIXED; passed += 1) this.#numbers.next();
    const offset = this.faker.number.int({ max: 9_999 }) * 100;
    this.#last = FIRST_NUMBER + offset;
    this.#firstId = this.faker.helpers.arrayElement(FIRST_IDS) + offset;
    this.#idsCollide = this.faker.datatype.boolean();
  }

  /** Made-up values of this source. Read it again after every `await`, because all sources share one faker. */
  get faker(): Faker {
    drawnFrom = this.#numbers;
    return shared;
  }

  /** A number that was not given before. */
  nextNumber(): number {
    this.#last += 1;
    return this.#last;
  }

  /**
   * An id for a made-up row that no other row of its kind has, nor one of the further kinds. Depending on the seed, ids
   * are small or need more than 32 bits, and rows of different kinds share ids or do not: trackers do either.
   */
  nextId(...kinds: readonly string[]): number {
    const sequences = this.#idsCollide ? kinds : [''];
    const id = Math.max(...sequences.map((sequence) => this.#lastIds.get(sequence) ?? this.#firstId)) + 1;
    for (const sequence of sequences) this.#lastIds.set(sequence, id);
    return id;
  }

  /** A summary with the mark of these builders, if they have one. */
  marked(summary: string): string {
    return this.#mark === '' ? summary : `${summary} ${this.#mark}`;
  }

  /**
   * A project key that was not given before, such as QXKBT4. Of three keys the second and the third begin with the one
   * before, because a tracker may take the one for the other.
   */
  nextKey(): string {
    const isFirst = this.#keys % 3 === 0;
    this.#keys += 1;
    const letters = this.faker.string.alpha({ length: isFirst ? 3 : 1, casing: 'upper' });
    const begin = isFirst ? letters : this.#key;
    this.#key = `${begin}${isFirst ? this.nextNumber().toString(36).toUpperCase() : letters}`;
    return this.#key;
  }
}

/** Above the ids of hand-written worlds, so that made-up rows do not collide with theirs. */
const FIRST_NUMBER = 1_000_000;

/** The first ids: one below and two above the limit of 32 bits. */
const FIRST_IDS = [1_000_000, 5_000_000_000, 7_000_000_000_000];
