import { bulkTransitionRequestSchema, defaultsRequestSchema, worldTemplateSchema } from '../contracts/index.js';
import type { BulkTransitionRequest, DefaultsItem, DefaultsRequest, WorldTemplate } from '../contracts/index.js';
import { allGiven, given } from '../contracts/mistake.js';
import { Builder } from './builder.js';
import type { Source } from './source.js';

export interface NamedProject {
  readonly id: number;
  readonly key: string;
}

export interface NamedType {
  readonly id: number;
}

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
    return this.item(project, { issueTypeIds: idsOf('issueTypes(project, types)', types) });
  }

  /** Adds an item for request types of a service-desk project. */
  requestTypes(project: NamedProject, types: readonly NamedType[]): DefaultsBuilder {
    return this.item(project, { requestTypeIds: idsOf('requestTypes(project, types)', types) });
  }

  /** Adds an item with any type lists, or none. */
  item(project: NamedProject, types: Pick<DefaultsItem, 'issueTypeIds' | 'requestTypeIds'> = {}): DefaultsBuilder {
    given('an item of defaults', project, [this.#namedBy], 'projects.provide()');
    const name = this.#namedBy === 'id' ? { projectId: project.id } : { projectKey: project.key };
    return new DefaultsBuilder([...this.#items, { ...name, ...types }], this.#namedBy);
  }

  protected override draft(): unknown {
    return { defaults: this.#items };
  }
}

function idsOf(step: string, types: readonly NamedType[]): number[] {
  return allGiven(step, types, ['id']).map(({ id }) => id);
}

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
    const step = list === 'includeProjectKeys' ? 'include(project, …)' : 'ignore(project, …)';
    const named = allGiven(step, projects, ['key'], 'projects.provide()');
    const keys = [...(this.#keys[list] ?? []), ...named.map(({ key }) => key)];
    return new BulkTransitionsBuilder({ ...this.#keys, [list]: keys });
  }
}

/** Signs that code often takes for its own. */
export const SIGNS = String.raw`"a"; 'b' & <c>, #1 + 100%41 – ñ \n \" \, &#65; $1`;

/** Describes an issue template: a name and the values its issues start with. */
export class TemplateBuilder extends Builder<WorldTemplate> {
  readonly #source: Source;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(source: Source, fields: Readonly<Record<string, unknown>> = {}) {
    super(worldTemplateSchema);
    this.#source = source;
    this.#fields = fields;
  }

  /** Sets values by field id (`summary`, `customfield_10100`, …), in the shape an issue's creation takes them. */
  withFields(fields: Readonly<Record<string, unknown>>): TemplateBuilder {
    return new TemplateBuilder(this.#source, { ...this.#fields, ...fields });
  }

  /** Sets summary, description and labels to made-up text, with signs. */
  withTexts(): TemplateBuilder {
    const { faker } = this.#source;
    return this.withFields({
      summary: `${faker.company.catchPhrase()}: ${SIGNS}`,
      description: `${faker.lorem.sentence()}\n\n  * ${SIGNS}`,
      labels: [faker.word.noun(), `${faker.word.verb()}/ñ%41;$1`],
    });
  }

  protected override draft(): unknown {
    const { faker } = this.#source;
    return {
      id: this.#source.nextId('template'),
      name: `${faker.commerce.productAdjective()} ${faker.commerce.product()} template`,
      fields: this.#fields,
    };
  }
}
