/** A file of a new suite. */
export interface SuiteFile {
  readonly path: string;
  readonly text: string;
  /** What stands in for it where it is there; the path itself if this is left out. */
  readonly unless?: RegExp;
  /** What to see to by hand where it is left alone, by what it holds; undefined for nothing. */
  readonly ifLeftAlone?: (text: string) => string | undefined;
}
