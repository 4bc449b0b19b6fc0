/** The environment variable that names the file of the plan. */
export const PLAN_FILE = 'TRACKER_MUTATION_PLAN';

/** The environment variable that names the folder in which workers leave what their tests reached. */
export const COVERAGE_FOLDER = 'TRACKER_MUTATION_COVERAGE';

/** The environment variable that names the folder with a spec file for each mutant. */
export const MUTANT_SPECS = 'TRACKER_MUTATION_SPECS';

/** For each mutant, by its id, the titles of the tests that reach it. */
export type Plan = Readonly<Record<string, readonly string[]>>;

/** What a test is called in every run: the titles of its describe blocks and its own, without its file. */
export function titleOf(titlePath: readonly string[]): string {
  return titlePath.slice(1).join(' › ');
}
