import { nearest } from '../../../contracts/index.js';
import type { BrokenKind, Facts, Finding, Seen } from '../check.js';

/** A look at something that the sandbox names: what the tracker has of it, undefined if no test can take it. */
export interface Look<There> {
  readonly finding: Finding;
  readonly there?: There;
}

/**
 * Looks at each thing of a kind that the sandbox names. What a test can't take and is missing counts as broken.
 *
 * @param none the finding if the sandbox names nothing of the kind
 */
export async function lookAtNamed<Named, There>(
  kind: BrokenKind,
  facts: Facts,
  named: readonly Named[],
  none: Finding,
  nameOf: (named: Named) => string,
  lookAt: (named: Named) => Promise<Look<There>>,
): Promise<Seen> {
  if (named.length === 0) return { findings: [none], facts: { [kind]: [] } };
  const looks: (Look<There> & { readonly name: string })[] = [];
  for (const one of named) looks.push({ name: nameOf(one), ...(await lookAt(one)) });
  const broken = looks.filter(({ there, finding }) => there === undefined && finding.state === 'missing');
  return {
    findings: looks.map(({ finding }) => finding),
    facts: {
      [kind]: looks.flatMap(({ there }) => there ?? []),
      broken: { ...facts.broken, ...(broken.length > 0 && { [kind]: broken.map(({ name }) => name) }) },
    },
  };
}

/** The names that another name may mean, as the end of a sentence: they differ in case, blanks, marks or a few letters. */
export function didYouMean(wanted: string, names: readonly string[]): string {
  const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const same = names.filter((name) => plain(name) === plain(wanted));
  const alike = same.length > 0 ? same : names.filter((name) => plain(name).includes(plain(wanted)));
  const near = alike.length > 0 ? alike.slice(0, 3) : nearest(wanted, names);
  return near.length === 0 ? '' : `; is it ${near.map((name) => `"${name}"`).join(' or ')}?`;
}
