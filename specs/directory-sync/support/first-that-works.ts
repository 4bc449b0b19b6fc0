/** The first of several names that works; `none` where none does. */
export async function firstThatWorks(
  names: readonly string[],
  works: (name: string) => Promise<boolean>,
): Promise<string> {
  for (const name of names) if (await works(name)) return name;
  return 'none';
}
