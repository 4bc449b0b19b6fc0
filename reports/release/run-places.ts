import { posix } from 'node:path';
import type { FinishedTest } from '../../contracts/report/finished-test.js';
import type { JudgedMatrix } from '../../contracts/report/matrix.js';
import type { ReleaseReason } from '../../contracts/report/release-verdict.js';

/** A line of a file, relative to the repository. */
export type Place = Pick<ReleaseReason, 'file' | 'line'>;

/** Where in the sources the things stand that a run tells of. */
export interface RunPlaces {
  /** The configuration of Playwright, or else the `rules.json` of the run. */
  readonly ofRun: Place;
  ofTest: (test: Pick<FinishedTest, 'file' | 'line'>) => Place;
  /** The first test of a rule; undefined if none covers it. */
  ofRule: (id: string) => Place | undefined;
}

/** @param file the `rules.json` of the run */
export function placesOf({ about: { config }, rules, tests }: JudgedMatrix, file: string): RunPlaces {
  const ofTest: RunPlaces['ofTest'] = (test) => ({
    file: posix.join(posix.dirname(config ?? ''), test.file),
    line: test.line,
  });
  return {
    ofRun: { file: config ?? file, line: 1 },
    ofTest,
    ofRule: (id) => {
      const [first] = rules.find((row) => row.id === id)?.tests ?? [];
      const test = tests.find((one) => one.id === first);
      return test === undefined ? undefined : ofTest(test);
    },
  };
}
