import type { z } from 'zod';
import { describeIssue, firstProblems } from '../contracts/index.js';
import { MistakeError } from '../contracts/mistake.js';

/**
 * Describes one kind of data step by step. A builder is never changed: each step gives a new one, so you can keep a
 * builder and continue it in two ways. `build` checks the data by the contract.
 */
export abstract class Builder<Output> {
  private readonly schema: z.ZodType<Output>;

  protected constructor(schema: z.ZodType<Output>) {
    this.schema = schema;
  }

  /**
   * Builds the data, anew at every call.
   *
   * @throws MistakeError if the steps describe something that can't be valid; the message says what is missing
   */
  build(): Output {
    const { data, error } = this.schema.safeParse(this.draft(), { error: describeIssue });
    if (error === undefined) return data;
    const problems = firstProblems(error, 'the whole').map((problem) => problem.join(' '));
    throw new MistakeError(`What is built can't be valid: ${problems.join('; ')}.`, { cause: error });
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

/** A builder whose steps are traits of what it describes. */
export abstract class TraitBuilder<Output, Traits extends object> extends Builder<Output> {
  protected readonly traits: Traits;

  protected constructor(schema: z.ZodType<Output>, traits: Traits) {
    super(schema);
    this.traits = traits;
  }

  /**
   * A copy in which some traits are others. No constructor runs for it, so private members of builders are declared as
   * `private`: those with a `#` would be missing.
   */
  protected but(changes: Partial<Traits>): this {
    const copy = Object.create(Object.getPrototypeOf(this) as object) as this;
    return Object.assign(copy, this, { traits: { ...this.traits, ...changes } });
  }
}
