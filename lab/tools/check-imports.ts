/** Checks who imports whom in this checkout; `npm run check:imports`. */
import { findImportViolations } from './find-import-violations.js';

const { files, violations } = await findImportViolations(process.cwd());

for (const violation of violations) console.error(`${violation}\n`);
console.log(`Imports of ${files} files checked, ${violations.length} forbidden.`);
if (violations.length > 0) process.exitCode = 1;
