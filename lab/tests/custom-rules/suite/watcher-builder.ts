import type { z } from 'zod';
import { Builder } from '../../../../builders/index.js';
import type { IssueBuilder, Source } from '../../../../builders/index.js';
import { newWatcherSchema } from './watcher-endpoints.js';

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
