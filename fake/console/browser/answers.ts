/** A tenant as the control API lists it. */
export interface TenantDescription {
  readonly name: string;
  readonly contextPath: string;
  readonly opened: string;
  readonly revision: number;
  readonly faults: number;
  readonly journal: { readonly first: number; readonly last: number };
  readonly rows: Readonly<Record<string, number>>;
  readonly assumptions: { readonly 'TM-N04': TestSettings };
  readonly testIssueTypes?: { readonly testPlan: number; readonly testCase: number };
  /** The number of its test plans, which the page itself counts. */
  readonly plans?: number;
}

/** The test settings of a project. */
export interface TestSettings {
  readonly columns: readonly string[];
  readonly statuses: readonly { readonly name: string; readonly color: string }[];
  readonly defaultStatus: string;
}

/** One request of a journal, as the list shows it. */
export interface JournalEntry {
  readonly id: number;
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly endpoint: string | null;
  readonly caller: string | null;
  readonly at: string;
  readonly duration: number;
  readonly faults: readonly string[];
  readonly refused?: string | null;
  readonly requestBody: string;
  readonly responseBody: string;
}

/** One request of a journal in full. */
export interface Exchange extends JournalEntry {
  readonly contentType: string | null;
  readonly curl: string;
  readonly nearest: readonly {
    readonly method: string;
    readonly path: string;
    readonly differences: readonly string[];
  }[];
}

/** A fault as it was requested. */
export type Fault = Readonly<Record<string, unknown>>;

/** A fault in force. */
export interface FaultInForce {
  readonly id: string;
  readonly fault: Fault;
  readonly matched: number;
  readonly struck: number;
}

type Id = number;

/** A value of a field of an issue or a template. */
export type FieldValue = unknown;

/** A row of a Steps table. */
export interface StepsRow {
  readonly isGroup?: boolean;
  readonly cells: readonly string[];
  readonly status?: string;
  readonly comments?: readonly { readonly body: string }[];
  readonly attachments?: readonly unknown[];
}

export interface Project {
  readonly id: Id;
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly lead: string;
  readonly workflow: string;
  readonly workflowByIssueType?: Readonly<Record<string, string>>;
  readonly issueTypeIds: readonly Id[];
  readonly tests?: TestSettings;
}

export interface Entry {
  readonly id: Id;
  readonly templateId: Id;
  readonly projectId: Id;
  readonly issueTypeId?: Id;
  readonly requestTypeId?: Id;
  readonly transitions: readonly { readonly name: string }[];
}

export interface Issue {
  readonly id: Id;
  readonly key: string;
  readonly projectId: Id;
  readonly issueTypeId: Id;
  readonly statusId: Id;
  readonly reporter: string;
  readonly parentId?: Id | null;
  readonly created: string;
  readonly updated: string;
  readonly fields: Readonly<Record<string, FieldValue>> & { readonly summary?: string };
}

interface Named {
  readonly id: Id;
  readonly name: string;
}

/** The tables of a tenant, with the columns that the console shows. */
export interface Tables {
  readonly projects: Project;
  readonly entries: Entry;
  readonly issues: Issue;
  readonly issueTypes: Named;
  readonly requestTypes: Named;
  readonly templates: Named & { readonly fields: Readonly<Record<string, FieldValue>> };
  readonly statuses: Named & { readonly category: string };
  readonly users: { readonly key: string; readonly displayName: string };
  readonly customFields: Named & { readonly type: string };
  readonly connections: Named & {
    readonly enabled: boolean;
    readonly attributes: readonly string[];
    readonly userDn: string;
  };
  readonly syncedUsers: {
    readonly username: string;
    readonly userKey: string;
    readonly values: Readonly<Record<string, string>>;
  };
  readonly comments: { readonly author: string; readonly created: string; readonly body: string };
  readonly attachments: { readonly filename: string; readonly mimeType: string; readonly size: number };
}

/** A part of a table. */
export interface Page<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}
