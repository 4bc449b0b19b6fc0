import { readFileSync } from 'node:fs';
import type { AssumptionOverrides } from '../../../contracts/index.js';
import { judgedMatrixSchema } from '../../../contracts/report/matrix.js';
import type { RuleState } from '../../../contracts/report/rule-state.js';

/** The states of rules that need no explanation. */
const closed: readonly RuleState[] = ['verified', 'verified in part', 'as assumed'];

/** Rules that can't be verified on a tracker of other people, with the reason that the run has to give. */
const unverifiableAnywhere: Readonly<Record<string, string>> = {
  'DT-32': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-24': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-25': 'It changes every project of the tracker, which is not declared disposable.',
  'AD-22': 'A tracker offers no call to synchronize, to configure or to restart it: that takes the bundled fake.',
  'TM-N04': 'The projects of a tracker that others use are not new.',
};

/** If a tracker updates an included project although it is ignored, no call shows that a project is ignored. */
const unverifiableIfIncludedWins: Readonly<Record<string, string>> = {
  'DT-33':
    'A project that is included is updated though it is ignored (DT-N06): what ignoring does shows only if every project is ' +
    'in scope, on a tracker that is declared disposable.',
};

/** The rules that a run on a foreign tracker leaves unverified. */
export interface Unverified {
  /** Each rule that was not verified, with why. */
  readonly lines: readonly string[];
  /** How these rules differ from the expected ones. */
  readonly problems: readonly string[];
}

/**
 * Reads the rule matrix of a run: which rules it left unverified, and whether these are the ones that must be.
 *
 * @param answers - how the tracker answers open questions, if not as assumed
 */
export function unverifiedRules(matrixFile: string, answers: AssumptionOverrides): Unverified {
  const mustBeUnverified: Readonly<Record<string, string>> = {
    ...unverifiableAnywhere,
    ...(answers['DT-N06'] === 'included' && unverifiableIfIncludedWins),
  };
  const { rules } = judgedMatrixSchema.parse(JSON.parse(readFileSync(matrixFile, 'utf8')));
  const open = rules.filter(({ state }) => !closed.includes(state));
  const unexpected = open.filter(({ id, reasons }) => !reasons.includes(mustBeUnverified[id] ?? ''));
  const ids = new Set(open.map(({ id }) => id));
  return {
    lines: open.map(({ id, state, reasons }) => `${id} ${state}: ${reasons.join(' ')}`),
    problems: [
      ...unexpected.map(
        ({ id, state, reasons }) => `${id} should be verified here, and is ${state}: ${reasons.join(' ')}`,
      ),
      ...Object.keys(mustBeUnverified)
        .filter((id) => !ids.has(id))
        .map((id) => `${id} can't be verified here, and yet the run says it is.`),
    ],
  };
}
