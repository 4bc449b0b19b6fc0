import type { Check } from '../check.js';
import { missing, ok } from '../check.js';

/** Whether it is the edition that the documents are about. */
export const edition: Check = {
  name: 'edition',
  needs: { serverInfo: 'the tracker did not tell it' },
  look: (_context, { serverInfo }) => {
    const type = serverInfo?.deploymentType ?? '';
    if (/^(server|data ?center)$/i.test(type)) return { findings: [ok(`${type}, which Data Center calls itself too`)] };
    return {
      findings: [
        missing(
          `${type}: the documents are about Data Center, and other editions have neither user names nor these APIs`,
          'name a tracker of the Data Center edition in TRACKER_URL.',
        ),
      ],
    };
  },
};
