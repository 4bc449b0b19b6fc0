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
