/** What Playwright does when it makes a reporter: runs tests, lists them, or merges the reports of shards. */
export type PlaywrightMode = 'test' | 'list' | 'merge';

/** What Playwright adds to the options of a reporter, undocumented. */
export interface PlaywrightOptions {
  readonly _mode?: PlaywrightMode;
}

/**
 * The mode that Playwright tells a reporter, or else the one that the words of its command say. Nothing documented tells a
 * reporter that no test will run.
 *
 * @returns undefined if neither says it, as for a reporter that somebody else has made
 */
export function playwrightMode(
  { _mode: told }: PlaywrightOptions,
  words: readonly string[] = process.argv,
): PlaywrightMode | undefined {
  if (told === 'test' || told === 'list' || told === 'merge') return told;
  if (words.includes('merge-reports')) return 'merge';
  if (words.includes('--list')) return 'list';
  return words.includes('test') ? 'test' : undefined;
}
