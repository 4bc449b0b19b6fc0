type Environment = Readonly<Record<string, string | undefined>>;

/** The page of the CI run of this process, from the variables of CI servers; undefined if there are none. */
export function findRunUrl(env: Environment): string | undefined {
  if (env['TRACKER_RUN_URL'] !== undefined) return env['TRACKER_RUN_URL'];
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (server !== undefined && repository !== undefined && run !== undefined) {
    return `${server}/${repository}/actions/runs/${run}`;
  }
  return env['CI_PIPELINE_URL'] ?? env['BUILD_URL'];
}
