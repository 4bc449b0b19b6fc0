import { execSync } from 'node:child_process';

let built = false;

/** Builds the package as it is packed, once a run: figures of what users get are measured on that. */
export function buildPackage(): void {
  if (built) return;
  execSync('npm run build', { stdio: ['ignore', 'ignore', 'inherit'] });
  built = true;
}
