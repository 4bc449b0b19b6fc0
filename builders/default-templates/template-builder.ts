import { worldTemplateSchema } from '../../contracts/index.js';
import type { WorldTemplate } from '../../contracts/index.js';
import { Builder } from '../builder.js';
import type { Source } from '../source.js';

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

  /** Sets summary, description and labels to made-up text. */
  withTexts(): TemplateBuilder {
    const { faker } = this.#source;
    return this.withFields({
      summary: faker.company.catchPhrase(),
      description: faker.lorem.sentence(),
      labels: [faker.word.noun(), faker.word.verb()],
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
