import type { z } from 'zod';

/**
 * Describes one kind of data step by step. A builder is never changed: each step gives a new one, so a builder can be
 * kept and led on in two directions. What `build` gives has passed the contract.
 */
export abstract class Builder<Output> {
  readonly #schema: z.ZodType<Output>;

  protected constructor(schema: z.ZodType<Output>) {
    this.#schema = schema;
  }

  /**
   * Makes the data, a new one at every call.
   *
   * @throws ZodError if the steps describe something the contract does not allow
   */
  build(): Output {
    return this.#schema.parse(this.draft());
  }

  /**
   * Takes further steps that a function describes, such as those of a trait of one's own.
   *
   * @example
   * const urgent = (issue: IssueBuilder) => issue.withFields({ priority: { name: 'Highest' } });
   * build.issue.in(project, issueType).with(urgent).build();
   */
  with<Result>(trait: (builder: this) => Result): Result {
    return trait(this);
  }

  /** What the steps so far describe. */
  protected abstract draft(): unknown;
}
