import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../reports/is-running.js';

/**
 * Says on this machine that a run goes on in the working directory, until it is over.
 *
 * @returns whether another one does, and what to call when this one is over
 */
export function enterFolder(): { readonly isShared: boolean; readonly leave: () => void } {
  const folder = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12);
  const runs = join(tmpdir(), `tracker-e2e-runs-${userInfo().uid}`, folder);
  const own = join(runs, String(process.pid));
  mkdirSync(runs, { recursive: true });
  // Before looking, so that of two that start at the same moment each sees the other.
  writeFileSync(own, '');
  const others = readdirSync(runs).filter((pid) => pid !== String(process.pid));
  const gone = others.filter((pid) => !isRunning(Number(pid)));
  for (const pid of gone) rmSync(join(runs, pid), { force: true });
  return {
    isShared: others.length > gone.length,
    leave: () => {
      rmSync(own, { force: true });
    },
  };
}
