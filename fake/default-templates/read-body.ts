import type { Assumptions } from '../../contracts/index.js';
import { readLeniently } from '../server/read-json.js';
import type { BodyReader } from '../server/read-json.js';

/** The reader of bodies, if they are not read as strictly as JSON is (DT-N21). */
export function readerOfDefaults(assumptions: Pick<Assumptions, 'DT-N21'>): BodyReader | undefined {
  return assumptions['DT-N21'] === 'read leniently' ? readLeniently : undefined;
}
