import { existsSync } from 'node:fs';
import { UsageError } from './usage-error.js';

/** Refuses a configuration that is not there. @throws UsageError */
export function refuseMissingConfig(config: string | undefined): void {
  if (config === undefined || existsSync(config)) return;
  throw new UsageError(`--config ${config} is neither a configuration nor a folder of one.`);
}
