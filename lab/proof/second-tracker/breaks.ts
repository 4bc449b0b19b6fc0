/** Sentences of the documents that the server can be told to disobey, one at a time; most where two features meet. */
interface Break { readonly name: string; readonly sentence: string; readonly what: string }

const ENTRIES = 'array of entries of the project';
const REMOVED = 'The entries that were removed.';
const ITEMS = 'one defaults array can mix projects, issue-type items and request-type items (a project may appear in several items)';
const FILTER = 'The response holds the entries of that template in that project whose request type is listed or whose issue type is listed.';
const SCOPE = 'removes the stored transition screens from entries in scope; the scope rules are those of includeProjectKeys and ignoreProjectKeys';
const WRITTEN = 'the screen attached to the initial transition of the project\'s workflow is written into the transitions of each existing default-template entry of that project (for each template and issue type pair)';
const FILLED = 'With it, all field values of the template are filled into the new issue.';
const ID_OR_NAME = 'Id or name of the connection.';
const KEY_OR_NAME = 'User key or user name.';
const SELECT = 'Query parameters usernames and userkeys are used to select users (both may be combined with page and size).';
const CHECKED = 'Permissions are checked on the public API.';
const UPDATE = 'update: array. Each element holds connection and data.';
const ROW_INDEX = 'Row indexes (rowIndex) count steps only, not groups, starting from 0.';
const ORDERED = 'Template ids of the plan, unique, ordered like the plan\'s test cases.';
const COPY_PROJECTS = 'Projects in which copies are created';
const COPY_IDS = 'issueIds: Optional. Ids of test cases or templates to copy; when omitted all are copied.';
const ADDED = 'testPlanKeys: Plans receiving the templates.';

export const breaks = [
  // Default templates
  { name: 'filter-mixes-kinds', sentence: 'When only requestTypeIds is given, only matching request-type entries are returned.', what: 'an entry of an issue type with the same number is returned and removed too' },
  { name: 'filter-one-kind', sentence: FILTER, what: 'with both kinds listed, only the request types count' },
  { name: 'filter-first-item', sentence: FILTER, what: 'of several items only the first counts' },
  { name: 'filter-any-template', sentence: FILTER, what: 'entries of other templates are returned too' },
  { name: 'template-issuetype-removal-mixes-kinds', sentence: REMOVED, what: 'removal by template and issue type takes the request type of the same number along' },
  { name: 'template-requesttype-removal-mixes-kinds', sentence: REMOVED, what: 'removal by template and request type takes the issue type of the same number along' },
  { name: 'project-issuetype-removal-mixes-kinds', sentence: REMOVED, what: 'removal by project, template and issue type takes the request type of the same number along' },
  { name: 'project-requesttype-removal-mixes-kinds', sentence: REMOVED, what: 'removal by project, template and request type takes the issue type of the same number along' },
  { name: 'type-removal-one-project', sentence: 'delete entries by template, by project, by project and template, or by template plus an issue type or request type', what: 'removal by template and type happens in one project only' },
  { name: 'project-removal-leaves-requests', sentence: 'delete entries by template, by project', what: 'removal by project leaves the request-type entries' },
  { name: 'removed-counts-issue-types', sentence: 'Number of entries removed.', what: 'request-type entries are not counted' },
  { name: 'project-key-prefix', sentence: ENTRIES, what: 'entries of projects whose keys begin with the key are listed too' },
  { name: 'project-id-ignores-template', sentence: 'array of entries of the project and template', what: 'with a project id, entries of all templates are listed' },
  { name: 'template-id-text', sentence: 'templateId: integer', what: 'templateId is text' },
  { name: 'issue-type-number', sentence: 'issueTypeId: string (numeric text)', what: 'issueTypeId is a number' },
  { name: 'service-desk-by-project', sentence: 'true when the entry applies to service-desk request types.', what: 'true for issue-type entries of a service-desk project too' },
  { name: 'create-first-project-only', sentence: 'A single template can be assigned in many projects, including service-desk projects, in one call.', what: 'entries are created in the first project only' },
  { name: 'create-one-kind-of-item', sentence: ITEMS, what: 'an item with both kinds creates only the issue types' },
  { name: 'create-clears-screens', sentence: 'Returned only if already defined', what: 'a creation in a project loses the screens stored in the template\'s entries there' },
  { name: 'echo-last-item-of-project', sentence: 'object with defaults echoing the created assignments, with projects given by projectKey', what: 'of a project named twice only the last item is echoed' },
  { name: 'echo-project-id', sentence: 'object with defaults echoing the created assignments, with projects given by projectKey', what: 'projects sent by id are echoed by projectId' },
  { name: 'wrong-screen', sentence: WRITTEN, what: 'the screen of the first transition that has one is written' },
  { name: 'bulk-mixes-kinds', sentence: WRITTEN, what: 'of two entries with equal type numbers only one gets the screen' },
  { name: 'bulk-first-template', sentence: WRITTEN, what: 'only the entries of one template of the project get the screen' },
  { name: 'bulk-counts-projects', sentence: 'updatedDefaultTemplates: integer (number of entries updated)', what: 'projects are counted' },
  { name: 'ignored-is-skipped', sentence: 'Projects with no default template configuration are skipped and listed in skippedProjects.', what: 'ignored projects are listed in skippedProjects' },
  { name: 'ignore-key-prefix', sentence: 'Project keys not to update.', what: 'projects whose keys begin with an ignored key are left out too' },
  { name: 'skipped-only-of-all', sentence: 'Projects with no default template configuration are skipped and listed in skippedProjects.', what: 'not listed when the call names its projects' },
  { name: 'clear-ignores-ignore', sentence: SCOPE, what: 'ignoreProjectKeys has no effect on the removal' },
  { name: 'clear-ignores-include', sentence: SCOPE, what: 'includeProjectKeys has no effect on the removal' },
  { name: 'clear-leaves-requests', sentence: SCOPE, what: 'request-type entries keep their screens' },
  { name: 'template-text-refused', sentence: 'a custom field named customfield_<field_id> whose value is the template id', what: 'the template id as text is refused' },
  { name: 'keep-replaces-summary', sentence: 'Fields such as summary and description are replaced by the template values only when the Overwrite option is enabled', what: 'the summary is replaced without Overwrite too' },
  { name: 'description-not-filled', sentence: FILLED, what: 'an empty description stays empty without Overwrite' },
  { name: 'number-field-not-filled', sentence: FILLED, what: 'the number field is not filled' },
  { name: 'default-beats-named-template', sentence: FILLED, what: 'a default template of the project replaces the one that the issue names' },
  { name: 'request-default-not-applied', sentence: 'When an issue is created in that scope, the template\'s field values are applied.', what: 'not for request types' },
  { name: 'issue-takes-request-default', sentence: 'When an issue is created in that scope, the template\'s field values are applied.', what: 'an issue type takes the default of the request type with the same number' },

  // Directory sync
  { name: 'page-too-many', sentence: 'totalPages (integer)', what: 'one page too many when the elements fill the pages exactly' },
  { name: 'size-lost-after-page-1', sentence: 'query size sets the page size (default 25); query page selects the page', what: 'from the second page on the size is 25' },
  { name: 'default-size-of-20', sentence: '25 results per page', what: 'the default is 20' },
  { name: 'page-size-of-elements', sentence: 'query size sets the page size', what: 'pageSize is the number of elements on the page' },
  { name: 'total-of-everybody', sentence: SELECT, what: 'with usernames and size, totalElements counts everybody' },
  { name: 'current-of-filtered', sentence: SELECT, what: 'with usernames, current is always the first page' },
  { name: 'userkeys-ignored-in-connection', sentence: SELECT, what: 'userkeys has no effect on the list of one connection' },
  { name: 'username-prefix', sentence: SELECT, what: 'usernames selects users whose names begin so' },
  { name: 'user-once-over-all', sentence: 'user page over all connections', what: 'a user of several connections is listed once' },
  { name: 'user-first-connection', sentence: 'values of the user for all enabled connections, keyed by connection name', what: 'only the first connection' },
  { name: 'disabled-connection-of-user', sentence: 'values of the user for all enabled connections, keyed by connection name', what: 'connections that are not enabled too' },
  { name: 'disabled-connection-listed', sentence: 'every enabled connection with its attribute names', what: 'connections that are not enabled too' },
  { name: 'digits-are-connection-id', sentence: ID_OR_NAME, what: 'a name of digits is taken for an id' },
  { name: 'connection-name-prefix', sentence: ID_OR_NAME, what: 'the beginning of a name is enough' },
  { name: 'digits-are-user-key', sentence: KEY_OR_NAME, what: 'a user name of digits is taken for a key' },
  { name: 'four-digit-year', sentence: 'formatted as day/abbreviated-month/two-digit-year hour:minute AM|PM', what: 'the single attribute has a year of four digits' },
  { name: 'field-without-permission', sentence: CHECKED, what: 'not for a single attribute' },
  { name: 'connection-users-without-permission', sentence: CHECKED, what: 'not for the list of one connection' },
  { name: 'update-without-permission', sentence: CHECKED, what: 'not for PUT /update' },
  { name: 'update-first-user', sentence: 'update[].data: array of objects', what: 'only the first user changes' },
  { name: 'update-first-element', sentence: UPDATE, what: 'only the first element counts' },
  { name: 'update-first-field', sentence: 'fields (array of objects mapping an attribute name to its new string value)', what: 'only the first object of fields counts' },
  { name: 'update-every-connection', sentence: 'connectionId: Id of the connection.', what: 'the value changes in the user\'s other connections too' },
  { name: 'rename-drops-data', sentence: UPDATE, what: 'data has no effect beside connection details' },

  // Test management
  { name: 'async-copy-first-project', sentence: COPY_PROJECTS, what: 'an asynchronous copy goes into the first project only' },
  { name: 'async-copy-default-strategy', sentence: 'BY_TEST_CASES: created from the test cases of the source plan.', what: 'an asynchronous copy ignores copyStrategy' },
  { name: 'async-copy-all-issues', sentence: COPY_IDS, what: 'an asynchronous copy ignores issueIds' },
  { name: 'async-copy-lists-cases', sentence: 'When true the result does not contain the created test cases.', what: 'the result has a list of them' },
  { name: 'copy-ids-take-old-steps', sentence: 'BY_TEST_CASE_TEMPLATES (default): test cases are created from their templates.', what: 'with issueIds the steps are those of the source plan\'s cases' },
  { name: 'copy-mixed-ids', sentence: COPY_IDS, what: 'when ids of cases and of templates are mixed, only the cases count' },
  { name: 'copy-second-project-empty', sentence: COPY_PROJECTS, what: 'the copies in the second and later projects have no test cases' },
  { name: 'copy-own-project-dropped', sentence: COPY_PROJECTS, what: 'beside other projects, the plan\'s own is left out' },
  { name: 'async-additions-first-plan', sentence: ADDED, what: 'an asynchronous call serves the first plan only' },
  { name: 'async-additions-report-permission', sentence: 'a missing Create Issues permission gives no error (the test cases are not created)', what: 'it gives an error' },
  { name: 'permission-of-first-plan', sentence: 'a missing Create Issues permission gives an error message', what: 'only the project of the first plan is checked' },
  { name: 'additions-answer-first-plan', sentence: 'the response has the created test case keys', what: 'only those of the first plan' },
  { name: 'previous-pattern-is-synchronous', sentence: 'The previous URL pattern still works', what: 'async has no effect on additions there' },
  { name: 'added-cases-first', sentence: 'Test case ids of the plan, in plan order.', what: 'added cases go before those that were there' },
  { name: 'case-ids-by-summary', sentence: 'Test case ids of the plan, in plan order.', what: 'in the order of their summaries' },
  { name: 'active-templates-repeated', sentence: ORDERED, what: 'with onlyActive=true ids are repeated' },
  { name: 'active-templates-by-id', sentence: ORDERED, what: 'with onlyActive=true in the order of the ids' },
  { name: 'cell-resets-status', sentence: 'Edit one cell.', what: 'the edit resets the status of the step' },
  { name: 'empty-cell-drops-step', sentence: 'Edit one cell.', what: 'a step whose cells are all empty then is dropped' },
  { name: 'edit-drops-empty-steps', sentence: 'Update Steps on an issue.', what: 'steps whose cells are all empty are dropped' },
  { name: 'preconditions-edit-appends', sentence: 'Update Preconditions on an issue.', what: 'the new text is added to the old one' },
  { name: 'status-drops-comments', sentence: 'Change one step status.', what: 'the comments of the step are lost' },
  { name: 'status-of-any-project', sentence: 'status (string, a configured status name)', what: 'status names of other projects are taken' },
  { name: 'statuses-first-row', sentence: 'Change several step statuses.', what: 'only the first changes' },
  { name: 'statuses-count-groups', sentence: ROW_INDEX, what: 'groups count at several statuses' },
  { name: 'attachment-counts-groups', sentence: ROW_INDEX, what: 'groups count at an upload' },
  { name: 'one-attachment-a-call', sentence: 'multipart/form-data; the part holding the attachments is named file', what: 'of several files only the first is added' },
  { name: 'file-name-gets-ending', sentence: 'Add attachments to a step row.', what: 'a file name without a dot gets an ending' },
  { name: 'comment-trimmed', sentence: 'Add a comment to a step.', what: 'spaces around the comment are lost' },
  { name: 'comment-replaces', sentence: 'Add a comment to a step.', what: 'the new comment replaces those before' },
] as const satisfies readonly Break[];

export type BreakName = (typeof breaks)[number]['name'];
export type Breaks = ReadonlySet<BreakName>;

const isBreak = (name: string): name is BreakName => breaks.some(known => known.name === name);

export const resolveBreaks = (names: readonly string[]): Breaks =>
  new Set(names.map(name => { if (!isBreak(name)) throw new Error(`no break is named ${name}`); return name; }));
