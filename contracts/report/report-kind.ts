/**
 * Reports that a run writes on request, beside the rule matrix and Allure.
 *
 * - `junit`: one XML file, which most CI systems show
 * - `html`: Playwright's own page
 * - `github`: an annotation of the source for each failed test, in the output, as GitHub Actions reads them
 * - `blob`: what `tracker-e2e merge` needs of each shard
 */
export const reportKinds = ['junit', 'html', 'github', 'blob'] as const;

/** One of {@link reportKinds}. */
export type ReportKind = (typeof reportKinds)[number];
