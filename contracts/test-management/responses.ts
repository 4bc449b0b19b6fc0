import * as z from 'zod';

/** `GET testplan/test-case-ids/{key}` and `…/test-case-template-ids/{key}`: issue ids, as numbers or as text (TM-N20). */
export const issueIdsSchema = z.array(
  z.preprocess((id) => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id), z.int()),
);
