import { counted } from '../../../contracts/counted.js';
import { slotsOf } from '../../../fixtures/cleanup/leases/slots.js';
import type { Check } from '../check.js';
import { ok, warning } from '../check.js';

/** Whether the sandbox has slots for all workers of a run. */
export const workers: Check = {
  name: 'workers',
  look: ({ external, workers: wanted }, { templates }) => {
    // Another check says why nothing could be read.
    if (templates === undefined) return { findings: [] };
    const { length } = slotsOf(external.sandbox);
    const text = `the sandbox has ${counted(length, 'slot')}, and a run ${counted(wanted, 'worker')}`;
    return {
      findings: [
        length >= wanted
          ? ok(text)
          : warning(
              `${text}: the others run tests of test management only`,
              `name more templates in TRACKER_SANDBOX: ${wanted} slots take ${2 * wanted} templates with values for the same fields.`,
            ),
      ],
    };
  },
};
