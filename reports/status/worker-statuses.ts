import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../contracts/find-in-json.js';
import { STOP_NOW, WORKER_STATUS, workerStatusSchema } from '../../contracts/report/worker-status.js';
import type { LeftItem, WorkerStatus } from '../../contracts/report/worker-status.js';
import { replaceFile } from '../replace.js';

/** The statuses of the workers of a run, also of those that have ended; none on a fake of the run's own. */
export function readWorkerStatuses(folder: string): WorkerStatus[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(WORKER_STATUS)) : [];
  return names.flatMap(
    (name) => workerStatusSchema.safeParse(parseJson(readFileSync(join(folder, name), 'utf8'))).data ?? [],
  );
}

/** The data that workers have not cleaned up, each once: a worker may change what another one left. */
export function leftOf(workers: readonly WorkerStatus[]): LeftItem[] {
  const left = workers.flatMap((worker) => worker.left);
  return [...new Map(left.map((item) => [`${item.kind} ${item.what}`, item])).values()];
}

export function stopWorkers(folder: string): void {
  replaceFile(join(folder, STOP_NOW), '');
}
