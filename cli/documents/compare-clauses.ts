import type { KnownClause } from '../../contracts/clauses/clause.js';
import type { Clause } from './split-document.js';

/** A clause that the catalogue knows, and what it is in the documents that are read. */
export interface ClausePair {
  readonly known: KnownClause;
  readonly found: Clause;
}

/** What became of the clauses of a document in another revision of it. */
export interface ClauseChanges {
  readonly unchanged: readonly ClausePair[];
  /** The same words in another place. */
  readonly moved: readonly ClausePair[];
  /** Other words in the same place, between the same neighbours. */
  readonly changed: readonly ClausePair[];
  readonly added: readonly Clause[];
  readonly removed: readonly KnownClause[];
}

type Place = Pick<Clause, 'section' | 'position'>;

/** Compares the clauses of a document that the catalogue knows with those of another revision. */
export function compareClauses(known: readonly KnownClause[], found: readonly Clause[]): ClauseChanges {
  const partners = new Map<KnownClause, Clause>();
  const taken = new Set<Clause>();
  const pairUp = (belongTogether: (one: KnownClause, other: Clause) => boolean) => {
    for (const one of known) {
      const partner = partners.has(one)
        ? undefined
        : found.find((other) => !taken.has(other) && belongTogether(one, other));
      if (partner === undefined) continue;
      partners.set(one, partner);
      taken.add(partner);
    }
  };
  pairUp((one, other) => one.hash === other.hash && isSamePlace(one, other));
  pairUp((one, other) => one.hash === other.hash && one.section === other.section);
  pairUp((one, other) => one.hash === other.hash);

  // Between which clauses with the same words one stands: a clause in the same gap with other words is the changed one.
  const knownGaps = gaps(known, (one) => {
    const partner = partners.get(one);
    return partner?.section === one.section ? partner : undefined;
  });
  const foundGaps = gaps(found, (other) => (taken.has(other) ? other : undefined));
  pairUp((one, other) => isSameGap(knownGaps.get(one), foundGaps.get(other)));

  const pairs = [...partners].map(([one, other]) => ({ known: one, found: other }));
  const inOrder = pairs.sort((a, b) => found.indexOf(a.found) - found.indexOf(b.found));
  const haveSameWords = inOrder.filter(({ known: one, found: other }) => one.hash === other.hash);
  return {
    unchanged: haveSameWords.filter((pair) => isSamePlace(pair.known, pair.found)),
    moved: haveSameWords.filter((pair) => !isSamePlace(pair.known, pair.found)),
    changed: inOrder.filter(({ known: one, found: other }) => one.hash !== other.hash),
    added: found.filter((other) => !taken.has(other)),
    removed: known.filter((one) => !partners.has(one)),
  };
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.section === other.section && one.position === other.position;
}

/** A section, the kind of the clause, and the nearest clause before it in the section that has kept its words. */
interface Gap {
  readonly section: string;
  readonly kind: string | undefined;
  readonly after: Clause | undefined;
}

function gaps<One extends Place>(
  clauses: readonly One[],
  anchorOf: (clause: One) => Clause | undefined,
): ReadonlyMap<One, Gap> {
  const found = new Map<One, Gap>();
  let [section, after]: [string | undefined, Clause | undefined] = [undefined, undefined];
  for (const clause of clauses) {
    if (clause.section !== section) [section, after] = [clause.section, undefined];
    found.set(clause, { section: clause.section, kind: clause.position.split(' ')[0], after });
    after = anchorOf(clause) ?? after;
  }
  return found;
}

function isSameGap(one: Gap | undefined, other: Gap | undefined): boolean {
  return one?.section === other?.section && one?.kind === other?.kind && one?.after === other?.after;
}
