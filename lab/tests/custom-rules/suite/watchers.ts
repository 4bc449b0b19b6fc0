import { z } from 'zod';
import { Builder } from '../../../../builders/index.js';
import type { IssueBuilder, Source } from '../../../../builders/index.js';
import { browsableIssue, json, customRows, TrackerError } from '../../../../fake/index.js';
import type { HandlersOf } from '../../../../fake/index.js';
import { defineEndpoints, defineRules } from '../../../../fixtures/index.js';

const path = '/issue/{issueIdOrKey}/watchers';
const watchersSchema = z.strictObject({ watchers: z.array(z.string()) });

/** The body of a call that adds a watcher. */
const newWatcherSchema = z.strictObject({ name: z.string(), note: z.string().optional() });

/** The endpoints of watchers. */
export const watcherEndpoints = defineEndpoints(
  { name: 'watchers', basePath: '/rest/watchers/1.0/' },
  {
    listWatchers: {
      method: 'GET',
      path,
      query: z.object({ startsWith: z.string().optional() }),
      response: watchersSchema,
      section: 'Watchers',
      rules: ['WA-02'],
    },
    addWatcher: {
      method: 'POST',
      path,
      body: newWatcherSchema,
      response: watchersSchema,
      section: 'Watchers',
      rules: ['WA-01', 'WA-03'],
      changes: [{ kind: 'issue', parameter: 'issueIdOrKey' }],
    },
  },
);

/** What the watchers of an issue promise. */
export const watcherRules = defineRules('Watchers', {
  'WA-01': ['own', 'Watchers, rule 1', 'Adding a watcher twice changes nothing.'],
  'WA-02': ['own', 'Watchers, rule 2', 'An issue that nobody watches has an empty list.'],
  'WA-03': ['own', 'Watchers, rule 3', 'A refused call changes nothing.'],
});

/** Describes who is to watch an issue. */
export class WatcherBuilder extends Builder<z.infer<typeof newWatcherSchema>> {
  readonly #source: Source;
  readonly #name: string | undefined;

  constructor(source: Source, name?: string) {
    super(newWatcherSchema);
    this.#source = source;
    this.#name = name;
  }

  /** Makes a user the watcher. */
  user({ username }: { readonly username: string }): WatcherBuilder {
    return new WatcherBuilder(this.#source, username);
  }

  protected override draft(): unknown {
    const { faker } = this.#source;
    return { name: this.#name ?? faker.internet.username(), note: faker.lorem.sentence() };
  }
}

/** A trait of issues: a summary that asks for watchers. */
export function popular(issue: IssueBuilder): IssueBuilder {
  return issue.withFields({ summary: 'Watch this' });
}

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
