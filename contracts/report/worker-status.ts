import * as z from 'zod';

/** Something that a run made or changed on a tracker and has not cleaned up, as its ledger names it. */
export const leftItemSchema = z.strictObject({
  kind: z.enum(['project', 'issue', 'issues', 'entries', 'project entries', 'connection', 'lease']),
  /** Which one: a key, an id, a name. */
  what: z.string(),
});

export type LeftItem = z.infer<typeof leftItemSchema>;

/** The status of a worker for the status line of its run, in a file in the folder of the run's notes. */
export const workerStatusSchema = z.strictObject({
  requests: z.int(),
  /** The average duration of a request, its wait in the rate limiter included, in milliseconds. */
  pace: z.number(),
  left: z.array(leftItemSchema),
});

export type WorkerStatus = z.infer<typeof workerStatusSchema>;

export const WORKER_STATUS = '.worker.json';

/** The name of the file that tells the workers of a run to end at once. */
export const STOP_NOW = 'stop-now';

/** Here the workers of a run share notes with its reporters, which remove it. @param pid the process that starts them */
export function runNotesFolder(outputDir: string, pid: number): string {
  return `${outputDir}/run-notes/${pid}`;
}
