/** Checks what `npm pack` makes of this checkout as it is built; `npm run check:package`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageProblems } from './find-package-problems.js';
import { packProject } from './pack-project.js';

const folder = mkdtempSync(join(tmpdir(), 'tracker-e2e-pack-'));
try {
  const { files, tarball } = packProject(process.cwd(), folder);
  const problems = await findPackageProblems(tarball);
  for (const problem of problems) console.error(`${problem}\n`);
  console.log(`Package of ${files.length} files checked, ${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
