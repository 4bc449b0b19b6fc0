/**
 * The folder in which the workers of a run tell each other that its tracker can't be used. The reporters remove it.
 *
 * @param outputDir the setting TRACKER_OUTPUT, or what stands for it
 * @param pid the process that starts the workers
 */
export function outageFolder(outputDir: string, pid: number): string {
  return `${outputDir}/outage/${pid}`;
}
