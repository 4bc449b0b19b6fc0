import type { RuleRow } from '../../../contracts/report/matrix.js';

/** What the two kinds of rules are called on the page. */
export const kindNames: Readonly<Record<RuleRow['kind'], string>> = {
  documented: 'Documented rules',
  assumed: 'Open questions of the documents',
};
