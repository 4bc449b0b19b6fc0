import { BulkTransitionsBuilder } from './bulk-transitions/bulk-transitions-builder.js';
import { DefaultsBuilder } from './defaults/defaults-builder.js';
import { IssueBuilder } from './issues/issue-builder.js';
import { ProjectBuilder } from './projects/project-builder.js';
import { Source } from './source.js';
import { TemplateBuilder } from './templates/template-builder.js';
import { UserBuilder } from './users/user-builder.js';

/** Every builder, at its start. */
export interface Builders {
  /** The seed their made-up values come from. */
  readonly seed: number;
  /** A number that no row has. */
  readonly unusedId: () => number;
  /** A project key that no project has. */
  readonly unusedKey: () => string;
  readonly template: TemplateBuilder;
  readonly project: ProjectBuilder;
  readonly issue: IssueBuilder;
  readonly user: UserBuilder;
  readonly defaults: DefaultsBuilder;
  readonly bulkTransitions: BulkTransitionsBuilder;
}

/**
 * Builders whose made-up values come from a seed: the same seed and the same steps in the same order build the same
 * data.
 *
 * @example
 * const build = seededBuilders(42);
 * const template = build.template.withTexts().build();
 */
export function seededBuilders(seed: number): Builders {
  const source = new Source(seed);
  return {
    seed,
    unusedId: () => UNUSED + source.nextNumber(),
    unusedKey: () => source.nextKey(),
    template: new TemplateBuilder(source),
    project: new ProjectBuilder(source),
    issue: new IssueBuilder(source),
    user: new UserBuilder(source),
    defaults: new DefaultsBuilder(),
    bulkTransitions: new BulkTransitionsBuilder(),
  };
}

/** Far above the ids a tracker gives in its life. */
const UNUSED = 1_900_000_000;
