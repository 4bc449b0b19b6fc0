/** The first of several names or places that works; undefined if none does. */
export async function firstThatWorks<Candidate>(
  candidates: readonly Candidate[],
  works: (candidate: Candidate) => Promise<boolean>,
): Promise<Candidate | undefined> {
  for (const candidate of candidates) if (await works(candidate)) return candidate;
  return undefined;
}
