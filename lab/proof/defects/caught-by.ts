import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefectRow } from './defect-matrix.js';
import { defects } from '../../../fake/index.js';
import type { Defect } from '../../../fake/index.js';
import type { ListedTest } from './list-tests.js';

/** The defects that tests of the suite have caught, by the places of the tests. It says where to look first and proves nothing. */
const FILE = join(import.meta.dirname, 'caught-by.json');

/** The test that caught a defect before: none for a new defect or if the test is gone. */
export function caughtBefore(tests: readonly ListedTest[]): (defect: Defect) => readonly ListedTest[] {
  const places = readPlaces();
  return ({ name }) => tests.filter(({ place }) => place === places.get(name));
}

/** Writes down which tests have caught defects. */
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
