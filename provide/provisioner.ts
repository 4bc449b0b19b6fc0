import type { CreateIssueRequest, Field, Named } from '../contracts/index.js';
import type { ConnectionNeeds, PlanNeeds, ProjectNeeds, TemplateNeeds, TestManagementProjectNeeds } from './needs.js';
import type {
  ProvidedConnection,
  ProvidedIssue,
  ProvidedProject,
  ProvidedSyncedUser,
  ProvidedTemplate,
  ProvidedTestManagementProject,
  ProvidedType,
  ProvidedUser,
} from './provided.js';

export interface UserNeeds {
  /** Whether the user holds ADMINISTER, and not SYSTEM_ADMIN. Default: no */
  readonly operates?: boolean;
  /** The property with the users whom directory sync does not check, if the user has to be one of them. */
  readonly whitelist?: string;
}

/** Throws a NotAvailableError for data that the tracker does not offer. */
export interface Provisioner {
  /** @param atHand takes only a project that is free now, and makes at most the one that a worker makes once */
  project(needs: ProjectNeeds, atHand?: boolean): Promise<ProvidedProject>;
  template(needs: TemplateNeeds): Promise<ProvidedTemplate>;
  connection(needs: ConnectionNeeds): Promise<ProvidedConnection>;
  testProject(needs: TestManagementProjectNeeds): Promise<ProvidedTestManagementProject>;
  /** The issues that an earlier test made under the same name and only read, if tests share a tracker; otherwise new ones. */
  reuse<Made>(
    name: string,
    make: () => Promise<Made>,
    issuesOf: (made: Made) => readonly ProvidedIssue[],
  ): Promise<Made>;
  /** Creates an issue as set-up. @throws SetupError */
  issue(body: CreateIssueRequest): Promise<ProvidedIssue>;
  /** Creates issues as set-up, many in a call. @throws SetupError */
  issues(bodies: readonly CreateIssueRequest[]): Promise<ProvidedIssue[]>;
  /** The fields of the tracker, which no test changes. @throws SetupError */
  fields(): Promise<readonly Field[]>;
  /** A user who administers nothing, unless the test needs that. A test project says if the user has to create issues there. */
  plainUser(needs?: UserNeeds): Promise<ProvidedUser>;
}

interface Lists<Item> {
  readonly 0: readonly [];
  readonly 1: readonly [Item];
  readonly 2: readonly [Item, Item];
  readonly 3: readonly [Item, Item, Item];
  readonly 4: readonly [Item, Item, Item, Item];
  readonly 5: readonly [Item, Item, Item, Item, Item];
}

/** A list of exactly as many items as were asked for. For larger numbers the type only says that there is at least one. */
type ListOf<Item, Count> = Count extends keyof Lists<Item>
  ? Lists<Item>[Count]
  : number extends Count
    ? readonly Item[]
    : readonly [Item, ...Item[]];

/** The value of a property of needs; the default if it is left out. */
type Asked<Needs, Property, Default> = Property extends keyof Needs ? NonNullable<Needs[Property]> : Default;

type AsManyAs<List, Item> = { readonly [Index in keyof List]: Item };

/** The project that a test gets for its needs: the types are exactly as many as it asked for. */
export type ProvidedProjectFor<Needs extends ProjectNeeds> = Omit<ProvidedProject, 'issueTypes' | 'requestTypes'> & {
  readonly issueTypes: Needs extends { readonly issueTypesOf: { readonly issueTypes: infer Types } }
    ? Types
    : ListOf<ProvidedType, Asked<Needs, 'issueTypes', 1>>;
  readonly requestTypes: ListOf<ProvidedType, Asked<Needs, 'requestTypes', 0>>;
};

/** The connection that a test gets for its needs: the users are exactly as many as it asked for. */
export type ProvidedConnectionFor<Needs extends ConnectionNeeds> = Omit<ProvidedConnection, 'users'> & {
  readonly users: Needs extends { readonly usersOf: { readonly users: infer Users } }
    ? Users
    : Needs extends { readonly usernames: infer Names }
      ? AsManyAs<Names, ProvidedSyncedUser>
      : Needs extends { readonly values: infer Values }
        ? AsManyAs<Values, ProvidedSyncedUser>
        : ListOf<ProvidedSyncedUser, Asked<Needs, 'users', 1>>;
};

/** The plan that a test gets for its needs: the cases are exactly as many as it asked for. */
export interface ProvidedPlanFor<Needs extends PlanNeeds> extends ProvidedIssue {
  /** Its cases, in plan order. */
  readonly cases: readonly [
    ...AsManyAs<Asked<Needs, 'templates', readonly []>, ProvidedIssue>,
    ...ListOf<ProvidedIssue, Asked<Needs, 'cases', 0>>,
  ];
}

/**
 * Refuses unknown properties of needs: a type parameter alone would accept any property. A parameter is of this type,
 * of the type parameter, and of the needs themselves, so that editors can complete it.
 */
export type Known<Given, Needs> = {
  readonly [Name in Exclude<keyof Given, keyof Needs> as Named<Name>]: never;
};

/** The same for the needs of a project, the permissions that it grants included. */
export type KnownProjectNeeds<Given> = Known<Given, ProjectNeeds> &
  (Given extends { readonly grants: infer Grants }
    ? { readonly grants: Known<Grants, NonNullable<ProjectNeeds['grants']>> }
    : unknown);
