import * as z from 'zod';

/** Something that a run made or changed on a tracker and has not cleaned up, as its ledger names it. */
export const leftItemSchema = z.strictObject({
  kind: z.enum(['project', 'issue', 'issues', 'entries', 'project entries', 'connection', 'lease']),
  /** Which one: a key, an id, a name. */
  what: z.string(),
});

/** Something that a run made or changed on a tracker and has not cleaned up. */
export type LeftItem = z.infer<typeof leftItemSchema>;

/** What a worker tells the status line of its run, in a file of the folder of the run's notes. */
export const workerStatusSchema = z.strictObject({
  /** How many requests it has sent to the tracker. */
  requests: z.int(),
  /** How long a request took on average, its wait for its turn included, in milliseconds. */
  pace: z.number(),
  /** What its test waits for; absent if it waits for nothing. */
  waits: z
    .strictObject({
      /** The title of the test. */
      test: z.string(),
      /** What it is, and who holds it. */
      what: z.string(),
      /** When the wait began, in milliseconds since 1970. */
      since: z.number(),
    })
    .optional(),
  /** What its tests have made or changed and not cleaned up yet. */
  left: z.array(leftItemSchema),
});

/** What a worker tells the status line of its run. */
export type WorkerStatus = z.infer<typeof workerStatusSchema>;

/** How the names of the files end in which workers tell it. */
export const WORKER_STATUS = '.worker.json';

/** The name of the file that tells the workers of a run to end at once. */
export const STOP_NOW = 'stop-now';

/**
 * The folder in which the workers of a run tell each other, and its reporters, what they know: that its tracker can't be
 * used, what they wait for. The reporters remove it.
 *
 * @param outputDir the setting TRACKER_OUTPUT, or what stands for it
 * @param pid the process that starts the workers
 */
export function runNotesFolder(outputDir: string, pid: number): string {
  return `${outputDir}/run-notes/${pid}`;
}
