/** The environment variable that names the folder in which workers leave what their tests reached. */
export const COVERAGE_FOLDER = 'TRACKER_MUTATION_COVERAGE';

/** The environment variable by which StrykerJS's instrumented code knows the mutant that is switched on. */
export const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';
