import type { z } from 'zod';

/**
 * Describes one kind of data step by step. A builder is never changed: each step gives a new one, so you can keep a
 * builder and continue it in two ways. `build` checks the data by the contract.
 */
export abstract class Builder<Output> {
  readonly #schema: z.ZodType<Output>;

  protected constructor(schema: z.ZodType<Output>) {
    this.#schema = schema;
  }

  /**
   * Builds the data, anew at every call.
   *
   * @throws ZodError if the steps describe something the contract does not allow
   */
  build(): Output {
    return this.#schema.parse(this.draft());
  }

  /**
   * Applies the steps of a function, such as a custom trait.
   *
   * @example
   * const urgent = (issue: IssueBuilder) => issue.withFields({ priority: { name: 'Highest' } });
   * build.issue.in(project, issueType).with(urgent).build();
   */
  with<Result>(trait: (builder: this) => Result): Result {
    return trait(this);
  }

  /** The data that the steps so far describe. */
  protected abstract draft(): unknown;
}
