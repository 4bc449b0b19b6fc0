/** The first of several names that works; undefined where none does. */
export async function firstThatWorks(
  names: readonly string[],
  works: (name: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const name of names) if (await works(name)) return name;
  return undefined;
}
