/** Builds the package before npm packs it, unless it is built from these sources already. */
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.js';

ensureBuilt(join(import.meta.dirname, '../..'));
