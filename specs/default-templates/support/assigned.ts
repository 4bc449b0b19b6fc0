import { inOrder } from '../../support/in-order.js';
import type { ExpectedEntry } from '../../../fixtures/index.js';

/**
 * Entries in an order that depends on nothing but themselves, without their ids and undocumented properties, and with
 * whether they have a screen.
 */
export function assigned(entries: readonly ExpectedEntry[]) {
  const known = entries.map(({ projectId, templateId, issueTypeId, requestTypeId, serviceDesk, transitions = [] }) => {
    const type = issueTypeId === undefined ? { requestTypeId } : { issueTypeId };
    return { projectId, templateId, ...type, serviceDesk, hasScreen: transitions.length > 0 };
  });
  return inOrder(known);
}
