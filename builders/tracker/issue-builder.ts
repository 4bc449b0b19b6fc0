import { createIssueRequestSchema } from '../../contracts/index.js';
import type { CreateIssueRequest } from '../../contracts/index.js';
import { Builder } from '../builder.js';
import type { Source } from '../source.js';

/** Describes the payload that creates an issue. */
export class IssueBuilder extends Builder<CreateIssueRequest> {
  readonly #source: Source;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(source: Source, fields: Readonly<Record<string, unknown>> = {}) {
    super(createIssueRequestSchema);
    this.#source = source;
    this.#fields = fields;
  }

  /** Puts it in a project, as an issue of one of its types. */
  in(project: { readonly key: string }, issueType: { readonly name: string }): IssueBuilder {
    return this.withFields({ project: { key: project.key }, issuetype: { name: issueType.name } });
  }

  /** Names the template it is created from, in the template field of the tracker (document: Template field). */
  fromTemplate(templateField: { readonly id: string }, template: { readonly id: number }): IssueBuilder {
    return this.withFields({ [templateField.id]: String(template.id) });
  }

  /** Sets values by field id. */
  withFields(fields: Readonly<Record<string, unknown>>): IssueBuilder {
    return new IssueBuilder(this.#source, { ...this.#fields, ...fields });
  }

  protected override draft(): unknown {
    const summary = this.#source.marked(`Written by the caller: ${this.#source.faker.hacker.phrase()}`);
    return { fields: { summary, ...this.#fields } };
  }
}
