import type { Service } from './http.js';
import type { Attachment, Comment, Component, Issue, IssueType, Priority, Project, Status, Transition, User } from './model.js';
import { dateTime } from './reading.js';
import { renderSteps } from './steps-field.js';
import { FIELD } from './world.js';

const CATEGORY = { new: { id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do' }, indeterminate: { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' }, done: { id: 3, key: 'done', colorName: 'green', name: 'Done' } };

export class Render {
  constructor(private readonly service: Service) {}

  // Asked for at each call, as the address is known only when the server listens.
  private get api(): string { return `${this.service.url}/rest/api/2`; }

  private avatars(what: string): Record<string, string> {
    const at = (size: string): string => `${this.service.url}/secure/${what}?size=${size}`;
    return { '48x48': at('large'), '24x24': at('small'), '16x16': at('xsmall'), '32x32': at('medium') };
  }

  user = (user: User | null): Record<string, unknown> | null => user && ({
    self: `${this.api}/user?username=${encodeURIComponent(user.name)}`, name: user.name, key: user.key, emailAddress: user.email, avatarUrls: this.avatars('useravatar'),
    displayName: user.displayName, active: true, timeZone: 'Europe/Berlin',
  });

  fullUser = (user: User): Record<string, unknown> => ({
    ...this.user(user), deleted: false, locale: 'en_US', groups: { size: [...this.service.world.groups.values()].filter(members => members.includes(user)).length, items: [] },
    applicationRoles: { size: 1, items: [] }, expand: 'groups,applicationRoles',
  });

  issueType = (type: IssueType): Record<string, unknown> => ({
    self: `${this.api}/issuetype/${type.id}`, id: String(type.id), description: `A ${type.name}.`, iconUrl: `${this.service.url}/images/type-${type.id}.svg`, name: type.name, subtask: type.subtask, avatarId: 10300,
  });

  projectRef = (project: Project): Record<string, unknown> => ({
    self: `${this.api}/project/${project.id}`, id: String(project.id), key: project.key, name: project.name, projectTypeKey: project.serviceDesk ? 'service_desk' : 'software', avatarUrls: this.avatars('projectavatar'),
  });

  status = (status: Status): Record<string, unknown> => ({
    self: `${this.api}/status/${status.id}`, description: '', iconUrl: `${this.service.url}/images/status.png`, name: status.name, id: status.id,
    statusCategory: { self: `${this.api}/statuscategory/${CATEGORY[status.category].id}`, ...CATEGORY[status.category] },
  });

  priority = (priority: Priority): Record<string, unknown> => ({ self: `${this.api}/priority/${priority.id}`, iconUrl: `${this.service.url}/images/priority-${priority.id}.svg`, name: priority.name, id: priority.id });

  component = (component: Component): Record<string, unknown> => ({
    self: `${this.api}/component/${component.id}`, id: String(component.id), name: component.name, description: component.description,
    assigneeType: 'PROJECT_DEFAULT', realAssigneeType: 'PROJECT_DEFAULT', isAssigneeTypeValid: false, project: component.project.key, projectId: component.project.id, archived: false, deleted: false,
  });

  comment = (issue: Issue, comment: Comment): Record<string, unknown> => ({
    self: `${this.api}/issue/${issue.id}/comment/${comment.id}`, id: String(comment.id), author: this.user(comment.author), body: comment.body, updateAuthor: this.user(comment.author),
    created: dateTime(comment.created), updated: dateTime(comment.updated),
  });

  comments = (issue: Issue): Record<string, unknown> => ({
    comments: issue.comments.map(comment => this.comment(issue, comment)), maxResults: Math.max(issue.comments.length, 1048576), total: issue.comments.length, startAt: 0,
  });

  attachment = (attachment: Attachment): Record<string, unknown> => ({
    self: `${this.api}/attachment/${attachment.id}`, id: String(attachment.id), filename: attachment.filename, author: this.user(attachment.author), created: dateTime(attachment.created),
    size: attachment.content.length, mimeType: attachment.mimeType, content: this.contentUrl(attachment),
  });

  contentUrl = (attachment: Attachment): string => `${this.service.url}/secure/attachment/${attachment.id}/${encodeURIComponent(attachment.filename)}`;

  issueRef = (issue: Issue): Record<string, unknown> => ({
    id: String(issue.id), key: issue.key, self: `${this.api}/issue/${issue.id}`,
    fields: { summary: issue.summary, status: this.status(issue.status), priority: this.priority(issue.priority), issuetype: this.issueType(issue.type) },
  });

  transition = (transition: Transition): Record<string, unknown> => {
    const to = this.service.world.statuses.get(transition.to);
    return { id: String(transition.id), name: transition.name, to: to ? this.status(to) : null };
  };

  private customValue(issue: Issue, id: string): unknown {
    if (id === FIELD.steps) return renderSteps(issue, this.service);
    if (id === FIELD.requestType) {
      return issue.requestType && { requestType: { id: String(issue.requestType.id), name: issue.requestType.name, serviceDeskId: String(issue.project.serviceDesk?.id ?? ''), issueTypeId: String(issue.requestType.issueType.id) } };
    }
    const value = issue.custom.get(id) ?? null;
    if (id === FIELD.select && value !== null) {
      const option = this.service.world.fields.find(field => field.id === id)?.options.find(({ id: optionId }) => optionId === value);
      return option ? { self: `${this.api}/customFieldOption/${option.id}`, value: option.value, id: option.id, disabled: false } : null;
    }
    if (id === FIELD.template && value !== null) return this.service.choices.templateFieldReads === 'number' ? Number(value) : String(value);
    if (id === FIELD.tcTemplate && value !== null && this.service.choices.testCaseTemplateReads === 'object') return { key: value, id: String(this.service.world.issuesByKey.get(String(value))?.id ?? '') };
    if (id === FIELD.requirement && Array.isArray(value)) {
      const keys = value as string[];
      switch (this.service.choices.requirementShape) {
        case 'objects': return keys.map(key => ({ key, id: String(this.service.world.issuesByKey.get(key)?.id ?? '') }));
        case 'text': return keys.join(',');
        default: return keys;
      }
    }
    return value;
  }

  private readonly fields: Record<string, (issue: Issue) => unknown> = {
    summary: issue => issue.summary,
    description: issue => issue.description,
    issuetype: issue => this.issueType(issue.type),
    project: issue => this.projectRef(issue.project),
    status: issue => this.status(issue.status),
    priority: issue => this.priority(issue.priority),
    labels: issue => issue.labels,
    reporter: issue => this.user(issue.reporter),
    creator: issue => this.user(issue.creator),
    created: issue => dateTime(issue.created),
    updated: issue => dateTime(issue.updated),
    subtasks: issue => issue.subtasks.map(this.issueRef),
    comment: issue => this.comments(issue),
    attachment: issue => issue.attachments.filter(({ onIssue }) => onIssue).map(this.attachment),
  };

  /** The fields that a caller asks for, by names, *all and *navigable. */
  issue(issue: Issue, wanted: readonly string[]): Record<string, unknown> {
    const names = new Set(wanted.filter(Boolean));
    const all = names.size === 0 || names.has('*all');
    const asks = (name: string): boolean => all || names.has(name) || (names.has('*navigable') && name !== 'comment' && name !== 'attachment');
    const fields = Object.entries(this.fields).filter(([name]) => asks(name)).map(([name, render]) => [name, render(issue)] as const);
    const custom = this.service.world.fields.filter(({ id }) => asks(id)).map(({ id }) => [id, this.customValue(issue, id)] as const);
    const parent = issue.parent && asks('parent') ? { parent: this.issueRef(issue.parent) } : {};
    return {
      expand: 'renderedFields,names,schema,operations,editmeta,changelog,versionedRepresentations', id: String(issue.id), self: `${this.api}/issue/${issue.id}`, key: issue.key,
      fields: Object.fromEntries([...fields, ...custom, ...Object.entries(parent)]),
    };
  }
}
