import { addTemplatesRequestSchema } from '../../contracts/index.js';
import type { AddTemplatesRequest } from '../../contracts/index.js';
import { Builder } from '../builder.js';
import { writtenAs } from '../written-as.js';

const bodySchema = writtenAs(addTemplatesRequestSchema);

/** Describes the body of `POST testplan/add-test-case-templates` (document: Add templates body). */
export class AddTemplatesBuilder extends Builder<AddTemplatesRequest> {
  readonly #body: AddTemplatesRequest;

  constructor(body: AddTemplatesRequest = { testPlanKeys: [], testCaseTemplateKeys: [] }) {
    super(bodySchema);
    this.#body = body;
  }

  /** Names the plans that get cases. */
  to(...plans: readonly { readonly key: string }[]): AddTemplatesBuilder {
    return this.#with({ testPlanKeys: plans.map(({ key }) => key) });
  }

  /** Names the templates the cases are made from. */
  templates(...templates: readonly { readonly key: string }[]): AddTemplatesBuilder {
    return this.#with({ testCaseTemplateKeys: templates.map(({ key }) => key) });
  }

  /** Says whether the call waits for the cases. */
  async(async: boolean): AddTemplatesBuilder {
    return this.#with({ async });
  }

  protected override draft(): unknown {
    return this.#body;
  }

  #with(body: Partial<AddTemplatesRequest>): AddTemplatesBuilder {
    return new AddTemplatesBuilder({ ...this.#body, ...body });
  }
}
