import type { Override } from '../../fake/index.js';
import { messageOf } from '../../contracts/thrown.js';
import { SettingsError } from '../../client/errors.js';

/** The one place through which the fixtures reach the bundled fake. */
export { mergeOverrides } from '../../fake/tenants/implementation.js';
export { startFake } from '../../fake/start-fake.js';
export type { TenantControl, TenantState } from '../../fake/control/control.js';
export type { Fake } from '../../fake/start-fake.js';

export type { Override };

/** The override that gives the bundled fake a defect; undefined without one. */
export async function overrideOf(defect: string | undefined): Promise<Override | undefined> {
  if (defect === undefined) return undefined;
  // Loaded only when needed: there are many defects, and most runs use none.
  const { findDefect } = await import('../../fake/defects/defects.js');
  const { overrideWithDefect } = await import('../../fake/defects/defect.js');
  try {
    return overrideWithDefect(findDefect(defect));
  } catch (error) {
    throw new SettingsError([`TRACKER_DEFECT: ${messageOf(error)}`]);
  }
}
