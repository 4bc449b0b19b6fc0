import { bulkTransitionRequestSchema, defaultsRequestSchema, worldTemplateSchema } from '../contracts/index.js';
import type { BulkTransitionRequest, DefaultsItem, DefaultsRequest, WorldTemplate } from '../contracts/index.js';
import { allGiven, given } from '../contracts/mistake.js';
import { TraitBuilder } from './builder.js';
import type { Source } from './source.js';

export interface NamedProject {
  readonly id: number;
  readonly key: string;
}

export interface NamedType {
  readonly id: number;
}

interface DefaultsTraits {
  readonly items: readonly DefaultsItem[];
  readonly namedBy: 'id' | 'key';
}

/**
 * Describes a body in the defaults shape: the types to assign, to filter by or to remove (document: Defaults request
 * item).
 */
export class DefaultsBuilder extends TraitBuilder<DefaultsRequest, DefaultsTraits> {
  constructor() {
    super(defaultsRequestSchema, { items: [], namedBy: 'id' });
  }

  /** Items added from here on name their project by `projectId`. This is the default. */
  byId(): this {
    return this.but({ namedBy: 'id' });
  }

  /** Items added from here on name their project by `projectKey`. */
  byKey(): this {
    return this.but({ namedBy: 'key' });
  }

  /** Adds an item for issue types of a project. */
  issueTypes(project: NamedProject, types: readonly NamedType[]): this {
    return this.item(project, { issueTypeIds: idsOf('issueTypes(project, types)', types) });
  }

  /** Adds an item for request types of a service-desk project. */
  requestTypes(project: NamedProject, types: readonly NamedType[]): this {
    return this.item(project, { requestTypeIds: idsOf('requestTypes(project, types)', types) });
  }

  /** Adds an item with any type lists, or none. */
  item(project: NamedProject, types: Pick<DefaultsItem, 'issueTypeIds' | 'requestTypeIds'> = {}): this {
    const { items, namedBy } = this.traits;
    given('an item of defaults', project, [namedBy], 'projects.provide()');
    const name = namedBy === 'id' ? { projectId: project.id } : { projectKey: project.key };
    return this.but({ items: [...items, { ...name, ...types }] });
  }

  protected override draft(): unknown {
    return { defaults: this.traits.items };
  }
}

function idsOf(step: string, types: readonly NamedType[]): number[] {
  return allGiven(step, types, ['id']).map(({ id }) => id);
}

/**
 * Describes the body of a bulk transition call (document: Bulk transition request). Without `include` it covers every
 * project of the tracker.
 */
export class BulkTransitionsBuilder extends TraitBuilder<BulkTransitionRequest, BulkTransitionRequest> {
  constructor() {
    super(bulkTransitionRequestSchema, { ignoreProjectKeys: [] });
  }

  /** Includes projects. */
  include(...projects: readonly { readonly key: string }[]): this {
    return this.add('includeProjectKeys', projects);
  }

  /** Leaves projects out. */
  ignore(...projects: readonly { readonly key: string }[]): this {
    return this.add('ignoreProjectKeys', projects);
  }

  protected override draft(): unknown {
    return this.traits;
  }

  private add(list: keyof BulkTransitionRequest, projects: readonly { readonly key: string }[]): this {
    const step = list === 'includeProjectKeys' ? 'include(project, …)' : 'ignore(project, …)';
    const named = allGiven(step, projects, ['key'], 'projects.provide()');
    return this.but({ [list]: [...(this.traits[list] ?? []), ...named.map(({ key }) => key)] });
  }
}

/** Signs that code often takes for its own. */
export const SIGNS = String.raw`"a"; 'b' & <c>, #1 + 100%41 – ñ \n \" \, &#65; $1`;

/** Describes an issue template: a name and the values its issues start with. */
export class TemplateBuilder extends TraitBuilder<WorldTemplate, Readonly<Record<string, unknown>>> {
  constructor(private readonly source: Source) {
    super(worldTemplateSchema, {});
  }

  /** Sets values by field id (`summary`, `customfield_10100`, …), in the shape an issue's creation takes them. */
  withFields(fields: Readonly<Record<string, unknown>>): this {
    return this.but(fields);
  }

  /** Sets summary, description and labels to made-up text, with signs. */
  withTexts(): this {
    const { faker } = this.source;
    return this.withFields({
      summary: `${faker.company.catchPhrase()}: ${SIGNS}`,
      description: `${faker.lorem.sentence()}\n\n  * ${SIGNS}`,
      labels: [faker.word.noun(), `${faker.word.verb()}/ñ%41;$1`],
    });
  }

  protected override draft(): unknown {
    const { faker } = this.source;
    return {
      id: this.source.nextId('template'),
      name: `${faker.commerce.productAdjective()} ${faker.commerce.product()} template`,
      fields: this.traits,
    };
  }
}
