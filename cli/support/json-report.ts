/** A suite in the report of Playwright's JSON reporter; the outermost is a file. */
export interface JsonSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly JsonSuite[];
  readonly specs: readonly JsonSpec[];
}

/** A test in that report, with what became of it if it ran. */
export interface JsonSpec {
  readonly id: string;
  readonly title: string;
  readonly line: number;
  readonly tags: readonly string[];
  readonly tests: readonly {
    readonly projectName: string;
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    readonly results: readonly {
      readonly status: string;
      readonly duration: number;
      readonly error?: { readonly message?: string };
    }[];
  }[];
}

/** The report of Playwright's JSON reporter, as far as it is read here. */
export interface JsonReport {
  readonly config: { readonly rootDir: string; readonly configFile?: string };
  readonly suites: readonly JsonSuite[];
  /** What went wrong outside the tests, such as a file that can't be loaded. */
  readonly errors: readonly { readonly message?: string }[];
}

/** A test with its place: its file, and the titles of its describe blocks and its own, joined by ` › `. */
export interface PlacedSpec extends JsonSpec {
  readonly file: string;
  readonly path: string;
}

/** Every test of a report. */
export function specsOf({ suites }: Pick<JsonReport, 'suites'>): PlacedSpec[] {
  return suites.flatMap((suite) => place(suite, suite.file, []));
}

function place({ specs, suites = [] }: JsonSuite, file: string, titles: readonly string[]): PlacedSpec[] {
  return [
    ...specs.map((spec) => ({ ...spec, file, path: [...titles, spec.title].join(' › ') })),
    ...suites.flatMap((suite) => place(suite, file, [...titles, suite.title])),
  ];
}
