/**
 * Reports that a run writes on request, beside the rule matrix and Allure.
 *
 * - `junit`: one XML file, which most CI systems show; rules that are not verified and missing shards are failures of it
 * - `html`: Playwright's own page
 * - `github`: an annotation of the source for each failed test and each other reason of a red gate, in the output, as GitHub
 *   Actions reads them, and the summary of the job
 * - `gitlab`: GitLab's code quality and metrics reports
 * - `markdown`: a short file of nothing but failures, for comments on pull requests and assistants
 * - `blob`: what `tracker-e2e merge` needs of each shard
 */
export const reportKinds = ['junit', 'html', 'github', 'gitlab', 'markdown', 'blob'] as const;

/** One of {@link reportKinds}. */
export type ReportKind = (typeof reportKinds)[number];
