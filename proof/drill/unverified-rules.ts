import { readFileSync } from 'node:fs';
import { judgedMatrixSchema } from '../../contracts/report/matrix.js';

/** Rules that can't be verified on a tracker of other people, with what the run has to say of it. */
const mustBeUnverified: Readonly<Record<string, string>> = {
  'DT-32': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-24': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-25': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-22': 'A tracker offers no call to synchronize, to configure or to restart it: that takes the bundled fake.',
  'TM-N04': 'The projects of a tracker that others use are not new.',
};

/** What a run on a foreign tracker leaves open. */
export interface Unverified {
  /** Each rule that was not verified, with why. */
  readonly lines: readonly string[];
  /** In what way these are not the rules they have to be. */
  readonly faults: readonly string[];
}

/** Reads the rule matrix of a run: which rules it left unverified, and whether these are the ones that must be. */
export function unverifiedRules(matrixFile: string): Unverified {
  const { rules } = judgedMatrixSchema.parse(JSON.parse(readFileSync(matrixFile, 'utf8')));
  const open = rules.filter(({ state }) => state !== 'verified' && state !== 'as assumed');
  const unexpected = open.filter(({ id, reasons }) => !reasons.includes(mustBeUnverified[id] ?? ''));
  const ids = new Set(open.map(({ id }) => id));
  return {
    lines: open.map(({ id, state, reasons }) => `${id} ${state}: ${reasons.join(' ')}`),
    faults: [
      ...unexpected.map(
        ({ id, state, reasons }) => `${id} should be verified here, and is ${state}: ${reasons.join(' ')}`,
      ),
      ...Object.keys(mustBeUnverified)
        .filter((id) => !ids.has(id))
        .map((id) => `${id} can't be verified here, and yet the run says it is.`),
    ],
  };
}
