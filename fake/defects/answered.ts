import type { EndpointName } from '../../contracts/index.js';

/** The calls that list the entries of default templates. */
export const entryLists = ['listByProject', 'listByProjectAndTemplate', 'listByTemplate', 'filterByTemplate'] as const;

/** The calls that remove the entries of one type. */
export const removalsOfType = [
  'deleteByProjectTemplateAndIssueType',
  'deleteByProjectTemplateAndRequestType',
  'deleteByTemplateAndIssueType',
  'deleteByTemplateAndRequestType',
] as const;

/** The calls that remove entries. */
export const removals = [
  'deleteByTemplate',
  'deleteSelected',
  'deleteByProject',
  'deleteByProjectAndTemplate',
  ...removalsOfType,
] as const;

export type Removal = (typeof removals)[number];

/** The calls that answer entries. */
export type EntryCall = (typeof entryLists)[number] | Removal;

/** The calls that list synchronized users. */
export const userLists = ['listUsers', 'listConnectionUsers'] as const;

export type AnsweredEntry = Readonly<Record<string, unknown>>;

/** A removal result. */
export interface AnsweredRemoval {
  readonly removed: number;
  readonly defaults: readonly AnsweredEntry[];
}

interface AnsweredBulk {
  readonly updatedDefaultTemplates: number;
  readonly updatedProjects: readonly string[];
  readonly skippedProjects: readonly string[];
  readonly errorMessages: readonly string[];
}

/** The attributes of a synchronized user. */
export type AnsweredAttributes = Readonly<Record<string, unknown>>;

/** An element of a page of synchronized users. */
export interface AnsweredElement {
  readonly username: string;
  readonly configurationName: string;
  readonly fields: AnsweredAttributes;
}

/** A page of synchronized users. */
export interface AnsweredPage {
  readonly elements: readonly AnsweredElement[];
  readonly page: Readonly<Record<'current' | 'pageSize' | 'totalPages' | 'totalElements', number>>;
}

interface AnsweredUser {
  readonly key: string;
  readonly name: string;
}

/** An id as a plan lists it (TM-N20). */
export type ListedId = number | string;

/** A copy of a plan. */
export type AnsweredCopy = Readonly<Record<string, unknown>>;

type Bodies = Record<(typeof entryLists)[number], readonly AnsweredEntry[]> &
  Record<Removal, AnsweredRemoval> &
  Record<'setTransitions' | 'clearTransitions', AnsweredBulk> &
  Record<(typeof userLists)[number], AnsweredPage> &
  Record<'listTestCaseIds' | 'listTestCaseTemplateIds', readonly ListedId[]> & {
    readonly create: { readonly defaults: readonly AnsweredEntry[] };
    readonly listConnections: Readonly<Record<string, readonly string[]>>;
    readonly getUserAttributes: Readonly<Record<string, AnsweredAttributes>>;
    readonly listGroupMembers: { readonly values: readonly AnsweredUser[] };
    readonly getUser: AnsweredUser;
    readonly copyPlan: { readonly testPlans: readonly AnsweredCopy[] };
    readonly createIssue: { readonly id: string };
    readonly listFields: readonly { readonly id: string }[];
    readonly getIssue: { readonly fields: Readonly<Record<string, unknown>> };
  };

/** The elements of lists, pages and results. */
export type Elements = Record<EntryCall | 'create', AnsweredEntry> &
  Record<(typeof userLists)[number], AnsweredElement> &
  Record<'listGroupMembers', AnsweredUser>;

/** The body of the right answer of an endpoint, as far as defects change it. */
export type BodyOf<Name extends EndpointName> = Name extends keyof Bodies
  ? Bodies[Name]
  : Readonly<Record<string, unknown>>;
