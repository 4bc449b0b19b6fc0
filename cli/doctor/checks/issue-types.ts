import type { Check } from '../check.js';
import { missing, ok, didYouMean } from '../check.js';

/** Whether the issue types of test management are there. */
export const issueTypes: Check = {
  name: 'issue types',
  needs: { user: 'no login works', names: 'the custom fields were not looked at' },
  look: async ({ read }, { names }) => {
    const known = (await read().listIssueTypes()).map(({ name }) => name);
    const wanted = Object.entries(names?.tests.issueTypes ?? {});
    const findings = wanted.map(([kind, name]) =>
      known.includes(name)
        ? ok(`"${name}"`)
        : missing(
            `no issue type "${name}"${didYouMean(name, known)}`,
            `name it in TRACKER_SANDBOX as tests.issueTypes.${kind}.`,
          ),
    );
    return { findings };
  },
};
