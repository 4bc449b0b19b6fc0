/** The things the tracker holds. Everything lives in memory. */
export interface User {
  name: string;
  key: string;
  displayName: string;
  email: string;
  password: string | null;
  administrator: boolean;
  /** Keys of projects, or '*' for all. */
  grants: Record<Permission, ReadonlySet<string>>;
}
export type Permission = 'browse' | 'create' | 'edit' | 'administer';

export interface Status { id: string; name: string; category: 'new' | 'indeterminate' | 'done' }
export interface Screen { id: number; name: string }
export interface Transition { id: number; name: string; from: readonly string[] | 'any' | 'start'; to: string; screen: Screen | null }
export type PostFunction = 'overwrite' | 'keep' | null;
export interface Workflow { name: string; transitions: readonly Transition[]; postFunction: PostFunction }

export interface IssueType { id: number; name: string; subtask: boolean }
export interface RequestType { id: number; name: string; issueType: IssueType }
export interface ServiceDesk { id: number; requestTypes: RequestType[] }
export interface StepStatus { ids: number[]; name: string; color: string; isFinalStatus: boolean }
export interface TestSettings { columns: readonly string[]; statuses: readonly StepStatus[] }
export interface Component { id: number; name: string; description: string; project: Project }

export interface Project {
  id: number;
  key: string;
  name: string;
  description?: string;
  lead: User;
  issueTypes: IssueType[];
  workflow: Workflow;
  /** Workflows of single issue types, by their ids. */
  workflows: ReadonlyMap<number, Workflow>;
  serviceDesk: ServiceDesk | null;
  tests: TestSettings | null;
  lastNumber: number;
}

export interface Comment { id: number; author: User; body: string; created: number; updated: number }
export interface Attachment { id: number; filename: string; author: User; created: number; mimeType: string; content: Buffer; issue: Issue; onIssue: boolean }
export interface StepRow { isGroup: boolean; cells: string[]; status: StepStatus | null; comments: Comment[]; attachments: Attachment[] }

export interface Issue {
  id: number;
  number: number;
  key: string;
  project: Project;
  type: IssueType;
  status: Status;
  summary: string;
  description: string | null;
  priority: Priority;
  labels: string[];
  reporter: User | null;
  creator: User;
  requestType: RequestType | null;
  created: number;
  updated: number;
  parent: Issue | null;
  subtasks: Issue[];
  comments: Comment[];
  attachments: Attachment[];
  steps: StepRow[] | null;
  /** Values of custom fields other than Steps, by field id. */
  custom: Map<string, unknown>;
}
export interface Priority { id: string; name: string }
export interface Option { id: string; value: string }

type FieldKind = 'steps' | 'preconditions' | 'tcTemplate' | 'requirement' | 'template' | 'text' | 'number' | 'select' | 'requestType';
export interface CustomField { id: string; name: string; kind: FieldKind; options: readonly Option[] }

export interface Template { id: number; name: string; values: TemplateValues }
export interface TemplateValues {
  summary?: string;
  description?: string;
  priority?: string;
  labels?: string[];
  text?: string;
  number?: number;
  select?: string;
}
export interface StoredScreen { transition: Transition; screen: Screen }
/** A default template entry; exactly one of the two types is set. transitions: undefined while none were ever stored. */
export interface Entry {
  id: number;
  template: Template;
  project: Project;
  issueTypeId: number | null;
  requestTypeId: number | null;
  transitions: StoredScreen[] | undefined;
  cleared: boolean;
}

export interface Connection {
  id: number;
  name: string;
  userDn: string;
  enabled: boolean;
  attributes: readonly string[];
  users: Map<User, Record<string, string>>;
}

export interface World {
  users: Map<string, User>;
  usersByKey: Map<string, User>;
  groups: Map<string, User[]>;
  projects: Map<string, Project>;
  projectsById: Map<number, Project>;
  issues: Map<number, Issue>;
  issuesByKey: Map<string, Issue>;
  attachments: Map<number, Attachment>;
  components: Map<number, Component>;
  templates: Map<number, Template>;
  entries: Map<number, Entry>;
  connections: Connection[];
  fields: readonly CustomField[];
  issueTypes: IssueType[];
  statuses: Map<string, Status>;
  priorities: readonly Priority[];
  nextId(): number;
}

export const may = (user: User, permission: Permission, project: Project): boolean =>
  user.administrator || user.grants[permission].has('*') || user.grants[permission].has(project.key);

export const workflowOf = (project: Project, type: IssueType): Workflow => project.workflows.get(type.id) ?? project.workflow;

export const initialTransition = (workflow: Workflow): Transition => {
  const initial = workflow.transitions.find(transition => transition.from === 'start');
  if (!initial) throw new Error(`workflow ${workflow.name} has no initial transition`);
  return initial;
};
