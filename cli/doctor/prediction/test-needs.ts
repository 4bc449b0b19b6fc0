import type { ConnectionNeeds, ProjectNeeds, TemplateNeeds } from '../../../fixtures/index.js';

/** What a test needs of a tracker that others use, in the words in which specs ask for it. */
export interface TestNeeds {
  readonly projects?: readonly Pick<ProjectNeeds, 'issueTypes' | 'requestTypes' | 'templatePostFunction'>[];
  readonly templates?: readonly TemplateNeeds[];
  /** Whether it writes the custom field that takes a template's id. */
  readonly templateField?: boolean;
  readonly connections?: readonly ConnectionNeed[];
  readonly testProjects?: readonly TestProjectNeed[];
  readonly plainUser?: UserNeed;
  /** Whether the settings have to log in by name and password. */
  readonly basicLogin?: boolean;
  /** Whether it does what only an admin of the tracker can: synchronize, configure, restart. */
  readonly admin?: boolean;
}

/** A connection that a test asks for. */
export type ConnectionNeed = Pick<ConnectionNeeds, 'users' | 'attributes' | 'enabled' | 'inGroup'> & {
  /** Whether it has to have the users of the first one. */
  readonly sameUsers?: boolean;
};

/** A project with test management that a test asks for. */
export interface TestProjectNeed {
  readonly preconditions?: boolean;
  /** Whether its step statuses have to differ from those of the first one. */
  readonly unlike?: boolean;
}

/** A second user that a test asks for. */
export interface UserNeed {
  /** Whether the user must lack the permission to create tests in the test's project. */
  readonly mayNotCreate?: boolean;
  /** Whether he has to see the plans there. */
  readonly sees?: boolean;
}
