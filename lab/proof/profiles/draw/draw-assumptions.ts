import { createHash } from 'node:crypto';
import { assumedRuleIds, assumptionOverridesSchema, assumptionTable } from '../../../../contracts/index.js';
import type { Assumptions } from '../../../../contracts/index.js';
import { randomOf } from '../../random.js';
import type { Random } from '../../random.js';
import { drawValue, shuffled } from './draw-value.js';
import type { Draw } from './draw-value.js';

/**
 * An answer to every open question, drawn from the values that the settings can take. As many seeds in a row as a choice
 * has alternatives draw each of them once.
 */
export function drawAssumptions(seed: number): Assumptions {
  const random = randomOf(seed);
  const words = new Set<string>();
  const newWord = (): string => {
    const drawn = word(random);
    if (words.has(drawn)) return newWord();
    words.add(drawn);
    return drawn;
  };
  const draw: Draw = {
    random,
    choose: (alternatives, path) => {
      const round = Math.floor(seed / alternatives.length);
      const inRound = shuffled(alternatives, randomOf(hashOf(`${path} ${round}`)));
      return inRound[seed % alternatives.length] as (typeof alternatives)[number];
    },
    text: (path) => {
      if (path.endsWith('.color')) return '#336699';
      const texts = places.find(([place]) => place === path)?.[1];
      return texts === undefined ? newWord() : random.pick(texts);
    },
  };
  const drawn = Object.fromEntries(assumedRuleIds.map((id) => [id, drawValue(assumptionTable[id].schema, id, draw)]));
  return assumptionOverridesSchema.parse(asDocumented(drawn as Assumptions, random)) as Assumptions;
}

/** Texts for settings that do not take any word: paths and names that the harness finds only by trying. */
const places: readonly (readonly [path: string, texts: readonly string[]])[] = [
  ['DT-N11.path', ['delete', 'remove', 'defaults'].map((end) => `/template/{templateId}/${end}`)],
  ['AD-N05.keep', ['fields', 'attributes', 'attribute', 'field']],
  ['AD-N05.valuePrefix', ['field.', 'fields.', 'field_', 'attribute.']],
  ['TM-N01', ['/rest/tms/latest', '/rest/tms', '/rest/tms/1']],
];

/** Replaces values that the schemas of the settings allow and the documents forbid. */
function asDocumented(drawn: Assumptions, random: Random): Assumptions {
  const {
    'DT-N05': again,
    'DT-N10': stored,
    'TM-N04': steps,
    'TM-N05': success,
    'AD-N06': size,
    'AD-N09': update,
  } = drawn;
  const [first] = steps.statuses;
  // "Default page size: 25 results per page": a page can be that large.
  const maximum = random.int(25, 400);
  return {
    ...drawn,
    // What is refused is not created.
    'DT-N05': again.status < 300 ? again : { ...again, entries: 1 },
    'DT-N10': drawNames(stored, random),
    'AD-N06': { ...size, maximum },
    // An answer without a body may also say so by its status.
    'AD-N09': update.body === null ? { ...update, status: random.pick([update.status, 204]) } : update,
    'TM-N05': success.body === 'empty' ? { ...success, status: random.pick([success.status, 204]) } : success,
    // "Step statuses are names configured per project": the one that steps start in is among them.
    'TM-N04': { ...steps, defaultStatus: first?.name ?? '' },
  };
}

/**
 * The names of the stored parts of a screen. Some of them mean another property elsewhere. "The screen … is
 * written into the transitions": something has to tell which.
 */
function drawNames(stored: Assumptions['DT-N10'], random: Random): Assumptions['DT-N10'] {
  if (Object.values(stored).every((name) => name === null)) return { ...stored, screenId: word(random) };
  const [transitionId = '', name = '', screenId = ''] = shuffled(['id', 'name', 'screenId'], random);
  const others = { transitionId, name, screenId };
  const given = random.int(0, 1) === 0 ? others : stored;
  return {
    transitionId: stored.transitionId && given.transitionId,
    name: stored.name && given.name,
    screenId: stored.screenId && given.screenId,
  };
}

const SYLLABLES = ['ba', 'do', 'fi', 'gu', 'ka', 'le', 'mo', 'nu', 'pe', 'ri', 'so', 'ta', 'vo', 'zi'];

/** A word of no language. */
function word(random: Random): string {
  return Array.from({ length: random.int(3, 5) }, () => random.pick(SYLLABLES)).join('');
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}
