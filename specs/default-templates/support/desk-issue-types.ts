import { SetupError } from '../../../fixtures/index.js';
import type { DefaultsRequest, Entries, Entry, ProvidedTemplate } from '../../../fixtures/index.js';

/** Why a test ends that needs issue types in a service desk. */
export const NONE_IN_DESKS = 'Service desks take no issue types here (DT-N16).';

/** Assigns issue types in service desks, if the tracker takes any there (DT-N16). @returns the entries; none if it does not */
export async function provideInDesk(
  entries: Entries,
  template: ProvidedTemplate,
  body: DefaultsRequest,
): Promise<Entry[]> {
  try {
    return await entries.provide(template, body);
  } catch (error) {
    if (error instanceof SetupError && isRefusal(error.status)) return [];
    throw error;
  }
}

/** Whether a status says that the body is refused, not the caller. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}
