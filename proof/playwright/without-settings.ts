/** An environment without the settings of a run: what runs in it is told what it has to know, and no more. */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TRACKER_')));
}
