import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefectRow } from './defect-matrix.js';
import { defects } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';
import type { ListedTest } from './cells.js';

/**
 * The tests of the suite that have caught defects, by their places, with the names of the defects that the likeliest test
 * misses. It says where to look first and proves nothing.
 */
const FILE = join(import.meta.dirname, 'caught-by.json');

/**
 * The test that a defect is tried with first: the one that caught it before, or the likeliest.
 *
 * @param singleOf the tests of the rule that a defect breaks, but for sequences of calls
 */
export function firstTried(tests: readonly ListedTest[], singleOf: (defect: Defect) => readonly ListedTest[]) {
  const places = readPlaces();
  return (defect: Defect): readonly ListedTest[] => {
    const before = tests.filter(({ place }) => place === places.get(defect.name));
    return before.length > 0 ? before : likeliest(defect, singleOf(defect));
  };
}

/** The test whose title has the most words of what a defect breaks: it catches more than half of all defects. */
function likeliest({ breaks }: Defect, tests: readonly ListedTest[]): ListedTest[] {
  const words = wordsOf(breaks);
  const ranked = tests.map((test) => ({ test, shared: wordsOf(test.place).filter((word) => words.includes(word)) }));
  ranked.sort((left, right) => right.shared.length - left.shared.length);
  return ranked.slice(0, 1).map(({ test }) => test);
}

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[a-z]{4,}/g))];
}

/** Writes down which tests have caught defects that the first one missed. */
export function rememberCatches(caught: readonly DefectRow[]): void {
  if (caught.length === 0) return;
  const places = readPlaces();
  for (const { name, caughtBy } of caught)
    for (const { file, title } of caughtBy.slice(0, 1)) places.set(name, `${file.replace(/^specs\//, '')} › ${title}`);
  const used = [...new Set(defects.map(({ name }) => places.get(name) ?? ''))].filter(Boolean).sort();
  const namesOf = (place: string) => defects.filter(({ name }) => places.get(name) === place).map(({ name }) => name);
  const catches = Object.fromEntries(used.map((place) => [place, namesOf(place).join(' ')]));
  writeFileSync(FILE, `${JSON.stringify(catches, null, 2)}\n`);
}

/** The places of the tests that caught defects, by the names of the defects. */
function readPlaces(): Map<string, string> {
  const catches = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
  return new Map(Object.entries(catches).flatMap(([place, names]) => names.split(' ').map((name) => [name, place])));
}
