/** The environment variable that asks for all tests of an API against each of its defects. */
export const ALL_TESTS = 'TRACKER_DEFECTS_ALL_TESTS';

/** Which tests run against a defect: those of the rule it breaks, or all of its API. */
export function whichTests(): 'of the rule' | 'of the API' {
  return process.env[ALL_TESTS] === undefined ? 'of the rule' : 'of the API';
}
