type Environment = Readonly<Record<string, string | undefined>>;

/** The page of the run that this process is a part of, as CI servers tell it; undefined if none does. */
export function findRunUrl(env: Environment): string | undefined {
  if (env['TRACKER_RUN_URL'] !== undefined) return env['TRACKER_RUN_URL'];
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (server !== undefined && repository !== undefined && run !== undefined) {
    return `${server}/${repository}/actions/runs/${run}`;
  }
  return env['CI_PIPELINE_URL'] ?? env['BUILD_URL'];
}
