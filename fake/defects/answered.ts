import type { EndpointName } from '../../contracts/index.js';

export const entryLists = ['listByProject', 'listByProjectAndTemplate', 'listByTemplate', 'filterByTemplate'] as const;

export const removalsOfType = [
  'deleteByProjectTemplateAndIssueType',
  'deleteByProjectTemplateAndRequestType',
  'deleteByTemplateAndIssueType',
  'deleteByTemplateAndRequestType',
] as const;

export const removals = [
  'deleteByTemplate',
  'deleteSelected',
  'deleteByProject',
  'deleteByProjectAndTemplate',
  ...removalsOfType,
] as const;

export type Removal = (typeof removals)[number];

export type EntryCall = (typeof entryLists)[number] | Removal;

export const userLists = ['listUsers', 'listConnectionUsers'] as const;

export type AnsweredEntry = Readonly<Record<string, unknown>>;

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

export type AnsweredAttributes = Readonly<Record<string, unknown>>;

export interface AnsweredElement {
  readonly username: string;
  readonly configurationName: string;
  readonly fields: AnsweredAttributes;
}

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

export type Elements = Record<EntryCall | 'create', AnsweredEntry> &
  Record<(typeof userLists)[number], AnsweredElement> &
  Record<'listGroupMembers', AnsweredUser>;

/** The body of the right answer of an endpoint, as far as defects change it. */
export type BodyOf<Name extends EndpointName> = Name extends keyof Bodies
  ? Bodies[Name]
  : Readonly<Record<string, unknown>>;
