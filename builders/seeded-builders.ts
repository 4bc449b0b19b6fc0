import { BulkTransitionsBuilder, DefaultsBuilder, TemplateBuilder } from './default-templates.js';
import { ConnectionBuilder, SyncedUserBuilder, UpdateBuilder } from './directory-sync.js';
import { Source } from './source.js';
import { AddTemplatesBuilder, CopyPlanBuilder, StepsBuilder, TestIssueBuilder } from './test-management.js';
import { IssueBuilder, ProjectBuilder, UserBuilder } from './tracker.js';

/** Every builder, before its first step. */
export interface Builders {
  /** The seed of their made-up values. */
  readonly seed: number;
  /** The source of their made-up values. Custom builders take theirs from it too. */
  readonly source: Source;
  /** A number that no row has. */
  readonly unusedId: () => number;
  /** A project key that no project has. */
  readonly unusedKey: () => string;
  /** A summary with your own text and the mark that issue builders put into theirs. */
  readonly summary: (text: string) => string;
  readonly template: TemplateBuilder;
  readonly project: ProjectBuilder;
  readonly issue: IssueBuilder;
  readonly user: UserBuilder;
  readonly defaults: DefaultsBuilder;
  readonly bulkTransitions: BulkTransitionsBuilder;
  readonly connection: ConnectionBuilder;
  readonly syncedUser: SyncedUserBuilder;
  readonly update: UpdateBuilder;
  readonly steps: StepsBuilder;
  readonly testCaseTemplate: TestIssueBuilder;
  readonly testCase: TestIssueBuilder;
  readonly testPlan: TestIssueBuilder;
  readonly copyPlan: CopyPlanBuilder;
  readonly addTemplates: AddTemplatesBuilder;
}

/**
 * Builders whose made-up values come from a seed: the same seed and the same steps in the same order build the same
 * data.
 *
 * @param mark the end of each issue's summary, which identifies the run's issues on a tracker that others use. Default:
 * none
 *
 * @example
 * const build = seededBuilders(42);
 * const template = build.template.withTexts().build();
 */
export function seededBuilders(seed: number, mark = ''): Builders {
  const source = new Source(seed, mark);
  return {
    seed,
    source,
    unusedId: () => UNUSED + source.nextNumber(),
    unusedKey: () => source.nextKey(),
    summary: (text) => source.marked(text),
    template: new TemplateBuilder(source),
    project: new ProjectBuilder(source),
    issue: new IssueBuilder(source),
    user: new UserBuilder(source),
    defaults: new DefaultsBuilder(),
    bulkTransitions: new BulkTransitionsBuilder(),
    connection: new ConnectionBuilder(source),
    syncedUser: new SyncedUserBuilder(source),
    update: new UpdateBuilder(),
    steps: new StepsBuilder(source),
    testCaseTemplate: new TestIssueBuilder(source, 'testCaseTemplate'),
    testCase: new TestIssueBuilder(source, 'testCase'),
    testPlan: new TestIssueBuilder(source, 'testPlan'),
    copyPlan: new CopyPlanBuilder(),
    addTemplates: new AddTemplatesBuilder(),
  };
}

/** Far above the ids that a tracker ever gives. */
const UNUSED = 1_900_000_000;
