import type { TestProjectNames } from '../builders/test-management.js';
import type { UserAttributes } from '../contracts/index.js';
import type { Credentials } from '../client/credentials.js';

/** A type of a provided project. */
export interface ProvidedType {
  readonly id: number;
  readonly name: string;
}

/** The screen of a workflow transition. */
export interface ProvidedScreen {
  readonly transitionId: number;
  readonly name: string;
  readonly screenId: number;
}

/** A project that belongs to one test. */
export interface ProvidedProject {
  readonly id: number;
  readonly key: string;
  /** The issue types the test asked for. A shared project may have more. */
  readonly issueTypes: readonly ProvidedType[];
  /** The request types the test asked for; empty for a regular project. */
  readonly requestTypes: readonly ProvidedType[];
  /** Whether it has no default template entries when the test is given it, as far as the harness knows. */
  readonly isEmpty?: boolean;
  /** The screens of the initial transition and of one more, if the harness can know them. */
  readonly screens: { readonly initial: ProvidedScreen; readonly other: ProvidedScreen } | undefined;
}

/** A template that belongs to one test. */
export interface ProvidedTemplate {
  readonly id: number;
  /** The values an issue created from it gets, by field id. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A user of a provided connection. */
export interface ProvidedSyncedUser {
  readonly username: string;
  readonly key: string;
  /** The user's values over the connection, by attribute. */
  readonly values: UserAttributes;
}

/** A connection that belongs to one test. */
export interface ProvidedConnection {
  readonly id: string;
  readonly name: string;
  /** The attributes it synchronizes. */
  readonly attributes: readonly string[];
  /** The users the test asked for. */
  readonly users: readonly ProvidedSyncedUser[];
  /** Whether these are all users of the connection. */
  readonly complete: boolean;
  /** A group of the tracker that its users are members of; undefined if the harness knows none. */
  readonly group: string | undefined;
}

/** A project with test management in which the test may create issues. */
export interface ProvidedTestManagementProject extends TestProjectNames {
  readonly id: number;
  readonly columns: readonly string[];
  /** The names of the step statuses. */
  readonly statuses: readonly string[];
  readonly defaultStatus: string;
}

/** An issue that belongs to one test. */
export interface ProvidedIssue {
  readonly id: number;
  readonly key: string;
}

/** A user who can log in. */
export interface ProvidedUser {
  readonly username: string;
  /** The user's key; undefined if the harness can't know it. */
  readonly key: string | undefined;
  /** The user, logging in by name and password. */
  readonly caller: Credentials;
  /** The same user, logging in with a token; undefined if the harness knows none. */
  readonly bearer: Credentials | undefined;
}
