import { defaultsRequestSchema } from '../../contracts/index.js';
import type { DefaultsItem, DefaultsRequest } from '../../contracts/index.js';
import { Builder } from '../builder.js';

/** The properties by which an item names a project. */
export interface NamedProject {
  readonly id: number;
  readonly key: string;
}

/** A type of a project, by its id. */
export interface NamedType {
  readonly id: number;
}

/** How an item names its project. */
export type NamedBy = 'id' | 'key';

/**
 * Describes a body in the defaults shape: the types to assign, to filter by or to remove (document: Defaults request
 * item).
 */
export class DefaultsBuilder extends Builder<DefaultsRequest> {
  readonly #items: readonly DefaultsItem[];
  readonly #namedBy: NamedBy;

  constructor(items: readonly DefaultsItem[] = [], namedBy: NamedBy = 'id') {
    super(defaultsRequestSchema);
    this.#items = items;
    this.#namedBy = namedBy;
  }

  /** Items added from here on name their project by `projectId`. This is the default. */
  byId(): DefaultsBuilder {
    return new DefaultsBuilder(this.#items, 'id');
  }

  /** Items added from here on name their project by `projectKey`. */
  byKey(): DefaultsBuilder {
    return new DefaultsBuilder(this.#items, 'key');
  }

  /** Adds an item for issue types of a project. */
  issueTypes(project: NamedProject, types: readonly NamedType[]): DefaultsBuilder {
    return this.item(project, { issueTypeIds: types.map(({ id }) => id) });
  }

  /** Adds an item for request types of a service-desk project. */
  requestTypes(project: NamedProject, types: readonly NamedType[]): DefaultsBuilder {
    return this.item(project, { requestTypeIds: types.map(({ id }) => id) });
  }

  /** Adds an item with any type lists, or none. */
  item(project: NamedProject, types: Pick<DefaultsItem, 'issueTypeIds' | 'requestTypeIds'> = {}): DefaultsBuilder {
    const name = this.#namedBy === 'id' ? { projectId: project.id } : { projectKey: project.key };
    return new DefaultsBuilder([...this.#items, { ...name, ...types }], this.#namedBy);
  }

  protected override draft(): unknown {
    return { defaults: this.#items };
  }
}
