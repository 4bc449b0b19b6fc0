import { bulkTransitionRequestSchema } from '../../contracts/index.js';
import type { BulkTransitionRequest } from '../../contracts/index.js';
import { Builder } from '../builder.js';

/**
 * Describes the body of a bulk transition call (document: Bulk transition request). Without `include` it covers every
 * project of the tracker.
 */
export class BulkTransitionsBuilder extends Builder<BulkTransitionRequest> {
  readonly #keys: BulkTransitionRequest;

  constructor(keys: BulkTransitionRequest = { ignoreProjectKeys: [] }) {
    super(bulkTransitionRequestSchema);
    this.#keys = keys;
  }

  /** Includes projects. */
  include(...projects: readonly { readonly key: string }[]): BulkTransitionsBuilder {
    return this.#add('includeProjectKeys', projects);
  }

  /** Leaves projects out. */
  ignore(...projects: readonly { readonly key: string }[]): BulkTransitionsBuilder {
    return this.#add('ignoreProjectKeys', projects);
  }

  protected override draft(): unknown {
    return this.#keys;
  }

  #add(list: keyof BulkTransitionRequest, projects: readonly { readonly key: string }[]): BulkTransitionsBuilder {
    const keys = [...(this.#keys[list] ?? []), ...projects.map(({ key }) => key)];
    return new BulkTransitionsBuilder({ ...this.#keys, [list]: keys });
  }
}
