/** The names that queries know a field by, by the field's id. Other fields can't be searched. */
export const clauses: Readonly<Record<string, readonly string[]>> = {
  issuekey: ['id', 'issue', 'issuekey', 'key'],
  project: ['project'],
  issuetype: ['issuetype', 'type'],
  status: ['status'],
  resolution: ['resolution'],
  priority: ['priority'],
  parent: ['parent'],
  labels: ['labels'],
  reporter: ['reporter'],
  assignee: ['assignee'],
  summary: ['summary'],
  description: ['description'],
  created: ['created', 'createdDate'],
  updated: ['updated', 'updatedDate'],
};
