import { browsableIssue, json, customRows, TrackerError } from '../../../../fake/index.js';
import type { HandlersOf } from '../../../../fake/index.js';
import type { watcherEndpoints } from './watcher-endpoints.js';

const watchers = customRows<readonly string[]>('watchers');

/** How the fake answers the endpoints of watchers. */
export const watcherHandlers: HandlersOf<typeof watcherEndpoints> = {
  listWatchers: (call) => {
    const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
    const names = watchers.get(call.state, issue.key) ?? [];
    return json({ watchers: names.filter((name) => name.startsWith(call.query.startsWith ?? '')) });
  },
  addWatcher: (call) => {
    const { state, body } = call;
    const { issue } = browsableIssue(call, call.parameters.issueIdOrKey);
    const names = [...new Set([...(watchers.get(state, issue.key) ?? []), body.name])];
    watchers.set(state, issue.key, names);
    if (state.tables.users.first('name', body.name) === undefined) throw new TrackerError(404, 'No such user.');
    return json({ watchers: names });
  },
};
