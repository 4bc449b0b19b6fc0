/** Every rule id of the catalogue. `npm run -w lab rule-ids` writes this file. */
export interface RuleIds {
  /** Listing a project by its id gives exactly the entries of that project. (default-template.md, Endpoints) */
  readonly 'DT-01': 'DT-01';
  /** Listing a project by its key gives what listing it by its id gives. (default-template.md, Path parameters) */
  readonly 'DT-02': 'DT-02';
  /** Listing by project and template gives exactly the entries of both, by id and by key. (default-template.md, Endpoints) */
  readonly 'DT-03': 'DT-03';
  /** Listing a template gives exactly that template's entries, in regular and service-desk projects alike. (default-template.md, Endpoints) */
  readonly 'DT-04': 'DT-04';
  /** Every entry carries integer id, templateId and projectId and a boolean serviceDesk, whichever endpoint answers it. (default-template.md, Resources and their fields: Default template entry) */
  readonly 'DT-05': 'DT-05';
  /** An issue-type entry has issueTypeId as numeric text, serviceDesk false and no requestTypeId. (default-template.md, Resources and their fields: Default template entry) */
  readonly 'DT-06': 'DT-06';
  /** A request-type entry has an integer requestTypeId, serviceDesk true and no issueTypeId. (default-template.md, Resources and their fields: Default template entry) */
  readonly 'DT-07': 'DT-07';
  /** transitions, if it is returned, is an array; a new entry has none: it is absent or empty. (default-template.md, Resources and their fields: Default template entry) */
  readonly 'DT-08': 'DT-08';
  /** transitions sent with a creation is not stored. (default-template.md, Resources and their fields: Default template entry) */
  readonly 'DT-09': 'DT-09';
  /** The service alone gives ids: each is unique and stays, and one sent by the caller is not used. (default-template.md, Resources and their fields: Default template entry) */
  readonly 'DT-10': 'DT-10';
  /** A filter item names its project by projectId. (default-template.md, Endpoints, rule 1) */
  readonly 'DT-11': 'DT-11';
  /** A filter item names its project by projectKey, with the result of projectId. (default-template.md, Endpoints, rule 1) */
  readonly 'DT-12': 'DT-12';
  /** A filter with requestTypeIds only gives only the matching request-type entries, also if an issue type has the same number. (default-template.md, Endpoints, rule 1) */
  readonly 'DT-13': 'DT-13';
  /** A filter with issueTypeIds only gives only the matching issue-type entries, also if a request type has the same number. (default-template.md, Endpoints, rule 1) */
  readonly 'DT-14': 'DT-14';
  /** A filter with both lists gives the entries that match either. (default-template.md, Endpoints, rule 1) */
  readonly 'DT-15': 'DT-15';
  /** Several filter items give the union, and nothing of another template or project. (default-template.md, Endpoints, rule 1) */
  readonly 'DT-16': 'DT-16';
  /** A creation makes one entry for each project and type it names, and every read shows them. (default-template.md, Endpoints, rule 2) */
  readonly 'DT-17': 'DT-17';
  /** One creation can mix regular and service-desk projects, issue types and request types. (default-template.md, Endpoints, rule 2) */
  readonly 'DT-18': 'DT-18';
  /** One project can appear in several items of a creation. (default-template.md, Endpoints, rule 2) */
  readonly 'DT-19': 'DT-19';
  /** The answer to a creation echoes what was created and names projects by projectKey, also if the request used projectId. (default-template.md, Endpoints) */
  readonly 'DT-20': 'DT-20';
  /** One call assigns one template in many projects. (default-template.md, Endpoints, rule 2) */
  readonly 'DT-21': 'DT-21';
  /** Deleting a template's entries removes them in every project, and nothing else. (default-template.md, Endpoints) */
  readonly 'DT-22': 'DT-22';
  /** Deleting a project's entries, by id or key, removes them all, and nothing else. (default-template.md, Endpoints) */
  readonly 'DT-23': 'DT-23';
  /** Deleting by project and template removes only the entries of both. (default-template.md, Endpoints) */
  readonly 'DT-24': 'DT-24';
  /** Deleting by project, template and issue type removes only that entry, also if a request type has the same number. (default-template.md, Endpoints) */
  readonly 'DT-25': 'DT-25';
  /** Deleting by project, template and request type removes only that entry, also if an issue type has the same number. (default-template.md, Endpoints) */
  readonly 'DT-26': 'DT-26';
  /** Deleting by template and issue type removes that type in every project, and no other type. (default-template.md, Endpoints) */
  readonly 'DT-27': 'DT-27';
  /** Deleting by template and request type removes that type in every project, and no other type. (default-template.md, Endpoints) */
  readonly 'DT-28': 'DT-28';
  /** A removal result counts and holds exactly the entries that were there before and are gone after. (default-template.md, Resources and their fields: Removal result) */
  readonly 'DT-29': 'DT-29';
  /** A body in the defaults shape selects which entries of a template are removed, also if an issue type and a request type have the same number. (default-template.md, Endpoints, rule 3) */
  readonly 'DT-30': 'DT-30';
  /** Setting transitions writes the screen of the workflow's initial transition into every existing entry in scope. (default-template.md, Endpoints, rule 4) */
  readonly 'DT-31': 'DT-31';
  /** Without includeProjectKeys, missing or empty, all projects are in scope. (default-template.md, Resources and their fields: Bulk transition request) */
  readonly 'DT-32': 'DT-32';
  /** Projects in ignoreProjectKeys stay as they were; an empty list excludes none. (default-template.md, Resources and their fields: Bulk transition request) */
  readonly 'DT-33': 'DT-33';
  /** A project in scope that has no entries is skipped and named in skippedProjects. (default-template.md, Endpoints, rule 4) */
  readonly 'DT-34': 'DT-34';
  /** The bulk result counts entries, lists updated and skipped project keys, and has no errorMessages on success. (default-template.md, Resources and their fields: Bulk transition result) */
  readonly 'DT-35': 'DT-35';
  /** Clearing transitions removes the stored screens in the same scope, with the same kind of result. (default-template.md, Endpoints, rule 5) */
  readonly 'DT-36': 'DT-36';
  /** An issue created in an entry's scope gets the template's field values without naming the template; one of the same type in another project does not. (default-template.md, What the service does) */
  readonly 'DT-37': 'DT-37';
  /** An issue created with the template field gets all field values of that template. (default-template.md, What the service does; Endpoints, rule 7) */
  readonly 'DT-38': 'DT-38';
  /** Nothing is filled in if the create transition lacks the template-creation post function. (default-template.md, What the service does; Endpoints, rule 7) */
  readonly 'DT-39': 'DT-39';
  /** Fields of every kind that both the template and the caller have a value for are replaced only if Overwrite is on in the post function; otherwise the caller's stay. (default-template.md, What the service does) */
  readonly 'DT-40': 'DT-40';
  /** HTTP Basic credentials are accepted. (default-template.md, Authentication) */
  readonly 'DT-41': 'DT-41';
  /** The connection list maps the name of every enabled connection to its attribute names. (directory-sync.md, Endpoints) */
  readonly 'AD-01': 'AD-01';
  /** A connection that is not enabled appears in none of the reads. (directory-sync.md, Endpoints) */
  readonly 'AD-02': 'AD-02';
  /** A user's attributes in a connection are all answered. (directory-sync.md, Endpoints) */
  readonly 'AD-03': 'AD-03';
  /** Connection by id or name and user by key or name: the four spellings answer the same, at every endpoint that takes them. (directory-sync.md, Path parameters) */
  readonly 'AD-04': 'AD-04';
  /** The field endpoint answers an object with the one attribute and its value in that connection, also for a user of two. (directory-sync.md, Endpoints) */
  readonly 'AD-05': 'AD-05';
  /** A user's values are answered by connection name, over all enabled connections, by key and by name. (directory-sync.md, Endpoints) */
  readonly 'AD-06': 'AD-06';
  /** Attribute values are strings, also one of digits only, and the attributes are those configured for the connection. (directory-sync.md, Resources and their fields) */
  readonly 'AD-07': 'AD-07';
  /** A list element has username, configurationName and fields. (directory-sync.md, Resources and their fields) */
  readonly 'AD-08': 'AD-08';
  /** Without size a page holds 25. (directory-sync.md, Endpoints, rule 1) */
  readonly 'AD-09': 'AD-09';
  /** size sets how many a page holds, and pageSize says so. (directory-sync.md, Endpoints, rule 1) */
  readonly 'AD-10': 'AD-10';
  /** page selects the page; page=1 is described as current 1. (directory-sync.md, Endpoints, rule 1) */
  readonly 'AD-11': 'AD-11';
  /** totalElements and totalPages fit the pages, and walking them meets every element once. (directory-sync.md, Resources and their fields) */
  readonly 'AD-12': 'AD-12';
  /** The overall list names a user once for each connection that synchronizes it. (directory-sync.md, Endpoints) */
  readonly 'AD-13': 'AD-13';
  /** A connection's list holds that connection only. (directory-sync.md, Endpoints) */
  readonly 'AD-14': 'AD-14';
  /** usernames selects users on both lists. (directory-sync.md, Endpoints, rule 2) */
  readonly 'AD-15': 'AD-15';
  /** userkeys selects users on both lists. (directory-sync.md, Endpoints, rule 2) */
  readonly 'AD-16': 'AD-16';
  /** Both filters work with page and size, and the page descriptor then counts the selected only. (directory-sync.md, Endpoints, rule 2) */
  readonly 'AD-17': 'AD-17';
  /** whenCreated reads day/abbreviated month/two-digit year hour:minute AM or PM. (directory-sync.md, Resources and their fields) */
  readonly 'AD-18': 'AD-18';
  /** An update changes a user's values, and every read shows it. (directory-sync.md, Endpoints, rule 3) */
  readonly 'AD-19': 'AD-19';
  /** One update changes several users and fields, and nothing it does not name. (directory-sync.md, Resources and their fields: Update request body) */
  readonly 'AD-20': 'AD-20';
  /** An update changes connection details (name, userDn), and reads follow the new name. (directory-sync.md, Resources and their fields: Update request body) */
  readonly 'AD-21': 'AD-21';
  /** The next synchronization overwrites what an update changed. (directory-sync.md, Endpoints, rule 3) */
  readonly 'AD-22': 'AD-22';
  /** Permissions are checked: a second user without rights is refused what the administrator may do, reads and updates alike. (directory-sync.md, Authentication) */
  readonly 'AD-23': 'AD-23';
  /** A user named in ext.adas.rest.whitelist is exempt from that check. (directory-sync.md, Authentication) */
  readonly 'AD-24': 'AD-24';
  /** A change of that property takes effect after a restart and not before. (directory-sync.md, Authentication) */
  readonly 'AD-25': 'AD-25';
  /** A user key is found through the tracker's list of group members. (directory-sync.md, Endpoints, rule 4) */
  readonly 'AD-26': 'AD-26';
  /** A user key is found through the tracker's user lookup by name. (directory-sync.md, Endpoints, rule 4) */
  readonly 'AD-27': 'AD-27';
  /** A status call sets the status of one step. (test-management.md, Endpoints) */
  readonly 'TM-01': 'TM-01';
  /** rowIndex counts steps only, from 0, in every steps call. (test-management.md, Resources and their fields: Steps field rows) */
  readonly 'TM-02': 'TM-02';
  /** A status is a name configured for the project; a name another project has is refused and changes nothing. (test-management.md, Resources and their fields: Steps field rows) */
  readonly 'TM-03': 'TM-03';
  /** A statuses call sets several steps, and those it does not name keep theirs. (test-management.md, Endpoints) */
  readonly 'TM-04': 'TM-04';
  /** A comment call adds a comment to the step. (test-management.md, Endpoints) */
  readonly 'TM-05': 'TM-05';
  /** A cell call sets the cell at columnIndex, from 0, and no other. (test-management.md, Endpoints) */
  readonly 'TM-06': 'TM-06';
  /** An attachment call adds every multipart part named file to the step, also several of one name, also empty ones. No steps call changes another status, cell, comment or attachment of its row or of other rows. (test-management.md, Endpoints) */
  readonly 'TM-07': 'TM-07';
  /** A group row has exactly one cell, its name. (test-management.md, Resources and their fields: Steps field rows) */
  readonly 'TM-08': 'TM-08';
  /** A step row has exactly as many cells as the project has Steps columns. (test-management.md, Resources and their fields: Steps field rows) */
  readonly 'TM-09': 'TM-09';
  /** A test case is created with parent, TC Template field and Steps. (test-management.md, Resources and their fields: Issue creation properties) */
  readonly 'TM-10': 'TM-10';
  /** A test case template is created with Steps, and groups and steps keep their order. (test-management.md, Endpoints) */
  readonly 'TM-11': 'TM-11';
  /** A test case template and a test case are created with Preconditions, the issue type given by id. (test-management.md, Endpoints) */
  readonly 'TM-12': 'TM-12';
  /** Editing a template or a case replaces its Steps, and nothing else. (test-management.md, Endpoints) */
  readonly 'TM-13': 'TM-13';
  /** Editing a template or a case replaces its Preconditions, and nothing else. (test-management.md, Endpoints) */
  readonly 'TM-14': 'TM-14';
  /** Requirement is set when the issue is created. (test-management.md, Endpoints) */
  readonly 'TM-15': 'TM-15';
  /** Each custom field has its own customfield_<id> and is found by its name. (test-management.md, Resources and their fields: Issue creation properties) */
  readonly 'TM-16': 'TM-16';
  /** testplan/copy copies a plan and cannot do without testPlanKey. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-17': 'TM-17';
  /** Without projects the copy goes to the source plan's project. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-18': 'TM-18';
  /** With projects each of them gets a copy. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-19': 'TM-19';
  /** BY_TEST_CASE_TEMPLATES, also when nothing is said, makes cases from their templates as these are now. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-20': 'TM-20';
  /** BY_TEST_CASES makes cases from the source plan's cases. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-21': 'TM-21';
  /** issueIds, of cases, of templates or of both in one list, limits what is copied. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-22': 'TM-22';
  /** Without issueIds everything is copied, in plan order. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-23': 'TM-23';
  /** With async false, also when nothing is said, the result holds the created cases. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-24': 'TM-24';
  /** With async true the result does not hold them, and they are created all the same. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-25': 'TM-25';
  /** test-case-ids lists the ids of the plan's cases in plan order. (test-management.md, Endpoints) */
  readonly 'TM-26': 'TM-26';
  /** test-case-template-ids lists the plan's template ids once each, in the order of the cases. (test-management.md, Endpoints) */
  readonly 'TM-27': 'TM-27';
  /** onlyActive=true leaves inactive templates out and lists the others once each in plan order; false, also when nothing is said, keeps them. (test-management.md, Endpoints) */
  readonly 'TM-28': 'TM-28';
  /** Adding templates creates a case in each plan for each template. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-29': 'TM-29';
  /** With async false the answer has the created keys. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-30': 'TM-30';
  /** With async false and no Create Issues in the project of any of the plans there is an error message, and no case is created in that plan. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-31': 'TM-31';
  /** With async true there are no keys in the answer, and the cases are created. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-32': 'TM-32';
  /** With async true and no Create Issues permission there is no error, and nothing is created. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-33': 'TM-33';
  /** The previous URL pattern works beside the new one. (test-management.md, Versioning) */
  readonly 'TM-34': 'TM-34';
  /** The tracker's own API moves test cases and plans and updates their fields. (test-management.md, What the service does) */
  readonly 'TM-35': 'TM-35';
  /** HTTP Basic credentials are accepted. (test-management.md, Authentication) */
  readonly 'TM-36': 'TM-36';
  /** The status of each successful call. (default-template.md, Errors) */
  readonly 'DT-N01': 'DT-N01';
  /** The status for a project in the path that does not exist. (default-template.md, Errors) */
  readonly 'DT-N02': 'DT-N02';
  /** The status for a template in the path that does not exist. (default-template.md, Errors) */
  readonly 'DT-N03': 'DT-N03';
  /** What a body gets that names an unknown project, a type the project lacks, a request type in a regular project, no type or no project. (default-template.md, Errors) */
  readonly 'DT-N04': 'DT-N04';
  /** What happens when the same template, project and type are assigned again. (default-template.md, Endpoints, rule 2) */
  readonly 'DT-N05': 'DT-N05';
  /** What happens to a project key that is both included and ignored. (default-template.md, Endpoints, rule 6) */
  readonly 'DT-N06': 'DT-N06';
  /** Which permission reading, changing and the bulk calls need, and the status without it. (default-template.md, Authentication) */
  readonly 'DT-N07': 'DT-N07';
  /** What a filter item without type lists selects. (default-template.md, Endpoints, rule 1) */
  readonly 'DT-N08': 'DT-N08';
  /** What a removal that matches nothing answers. (default-template.md, Resources and their fields: Removal result) */
  readonly 'DT-N09': 'DT-N09';
  /** The properties of an element of transitions. (default-template.md, Resources and their fields: Default template entry) */
  readonly 'DT-N10': 'DT-N10';
  /** Method and path of the removal with a body. (default-template.md, Endpoints, rule 3) */
  readonly 'DT-N11': 'DT-N11';
  /** What setting transitions with a transition id other than the initial one does. (default-template.md, Endpoints, rule 4) */
  readonly 'DT-N12': 'DT-N12';
  /** What an unknown key in includeProjectKeys or ignoreProjectKeys does. (default-template.md, Resources and their fields: Bulk transition request) */
  readonly 'DT-N13': 'DT-N13';
  /** Which template applies if two are the default of one project and type. (default-template.md, What the service does) */
  readonly 'DT-N14': 'DT-N14';
  /** Whether a default template applies if the post function is not installed. (default-template.md, What the service does) */
  readonly 'DT-N15': 'DT-N15';
  /** What the creation makes of issue types in a service-desk project. (default-template.md, Endpoints, rule 2) */
  readonly 'DT-N16': 'DT-N16';
  /** Refusals: status and shape for no login, a wrong login, a body that can not be used, another media type. (default-template.md, Errors) */
  readonly 'DT-N17': 'DT-N17';
  /** Whether the counts and lists of the bulk calls hold entries that were so already. (default-template.md, Resources and their fields: Bulk transition result) */
  readonly 'DT-N18': 'DT-N18';
  /** What the creation makes of an id that stands twice in one list, and of an empty list. (default-template.md, Endpoints, rule 2) */
  readonly 'DT-N19': 'DT-N19';
  /** What a second template as the default of the same project and type does to the first. (default-template.md, Endpoints, rule 2) */
  readonly 'DT-N20': 'DT-N20';
  /** Whether bodies of other types than documented, other media types, and bulk calls without a value are refused. (default-template.md, Errors) */
  readonly 'DT-N21': 'DT-N21';
  /** Which authentication schemes are accepted. (directory-sync.md, Authentication) */
  readonly 'AD-N01': 'AD-N01';
  /** The status for an unknown connection, user or attribute. (directory-sync.md, Errors) */
  readonly 'AD-N02': 'AD-N02';
  /** Which permission is needed, and the status without it. (directory-sync.md, Authentication) */
  readonly 'AD-N03': 'AD-N03';
  /** How several values of usernames and userkeys are passed. (directory-sync.md, Endpoints, rule 2) */
  readonly 'AD-N04': 'AD-N04';
  /** The names of the field filters. (directory-sync.md, Endpoints, rule 2) */
  readonly 'AD-N05': 'AD-N05';
  /** The largest page size, and what a larger one gets. (directory-sync.md, Limits) */
  readonly 'AD-N06': 'AD-N06';
  /** The status of a page past the last. (directory-sync.md, Endpoints, rule 1) */
  readonly 'AD-N07': 'AD-N07';
  /** The status for a page or size that is no number it can be. (directory-sync.md, Endpoints, rule 1) */
  readonly 'AD-N08': 'AD-N08';
  /** What an update answers. (directory-sync.md, Endpoints) */
  readonly 'AD-N09': 'AD-N09';
  /** What an update gets that names an unknown connection, user or attribute. (directory-sync.md, Resources and their fields: Update request body) */
  readonly 'AD-N10': 'AD-N10';
  /** The order of list elements. (directory-sync.md, Resources and their fields) */
  readonly 'AD-N11': 'AD-N11';
  /** What usernames and userkeys select together. (directory-sync.md, Endpoints, rule 2) */
  readonly 'AD-N12': 'AD-N12';
  /** The number of the first page, and the page that is given if none is asked for. (directory-sync.md, Endpoints, rule 1) */
  readonly 'AD-N13': 'AD-N13';
  /** Refusals: status and shape for no login, a wrong login, a body that can not be used, another media type. (directory-sync.md, Errors) */
  readonly 'AD-N14': 'AD-N14';
  /** Whether an update changes the tracker's own account of the user, too. (directory-sync.md, Resources and their fields: Update request body) */
  readonly 'AD-N15': 'AD-N15';
  /** The status of each successful read. (directory-sync.md, Errors) */
  readonly 'AD-N16': 'AD-N16';
  /** What is answered of a user without a value for an attribute of the connection. (directory-sync.md, Resources and their fields) */
  readonly 'AD-N17': 'AD-N17';
  /** The form of the previous URL pattern. (test-management.md, Versioning) */
  readonly 'TM-N01': 'TM-N01';
  /** How rows are nested in the value of the Steps field. (test-management.md, Resources and their fields: Steps field rows) */
  readonly 'TM-N02': 'TM-N02';
  /** The value of the Requirement field. (test-management.md, Endpoints) */
  readonly 'TM-N03': 'TM-N03';
  /** Step statuses and columns of a new project. (test-management.md, Resources and their fields: Steps field rows) */
  readonly 'TM-N04': 'TM-N04';
  /** What a successful steps call answers. (test-management.md, Endpoints) */
  readonly 'TM-N05': 'TM-N05';
  /** The status for an unknown issue. (test-management.md, Errors) */
  readonly 'TM-N06': 'TM-N06';
  /** What a steps call with an index out of range or an unknown status gets. (test-management.md, Errors) */
  readonly 'TM-N07': 'TM-N07';
  /** The shape of the result of a copy. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-N08': 'TM-N08';
  /** The shape of the result of adding templates. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-N09': 'TM-N09';
  /** Where the error message without the Create Issues permission stands. (test-management.md, Errors) */
  readonly 'TM-N10': 'TM-N10';
  /** The statuses of templates, cases and plans. (test-management.md, States and transitions) */
  readonly 'TM-N11': 'TM-N11';
  /** What happens to an inactive template that is added or copied. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-N12': 'TM-N12';
  /** Whether issueId, rowIndex and columnIndex may be numeric text. (test-management.md, Resources and their fields: Steps field rows) */
  readonly 'TM-N13': 'TM-N13';
  /** How many comments a step keeps. (test-management.md, Endpoints) */
  readonly 'TM-N14': 'TM-N14';
  /** What a copied case keeps of the step statuses, comments and attachments of its source. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-N15': 'TM-N15';
  /** The async of an addition that says nothing of it. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-N16': 'TM-N16';
  /** Refusals: status and shape, as in DT-N17. (test-management.md, Errors) */
  readonly 'TM-N17': 'TM-N17';
  /** What becomes of the cells of a group row beyond its name. (test-management.md, Resources and their fields: Steps field rows) */
  readonly 'TM-N18': 'TM-N18';
  /** Which fields beside summary, Steps and TC Template a copied or added case takes over. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-N19': 'TM-N19';
  /** Whether lists name projects by key or id, hold ids as numbers or text, and what an empty one means. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-N20': 'TM-N20';
  /** The status of each successful call about plans. (test-management.md, Errors) */
  readonly 'TM-N21': 'TM-N21';
  /** The order of the cases that one addition makes. (test-management.md, Endpoints: Add templates body) */
  readonly 'TM-N22': 'TM-N22';
  /** Whether a step of a template has a status that can be set. (test-management.md, Endpoints) */
  readonly 'TM-N23': 'TM-N23';
  /** The status of the error message without Create Issues, and what happens to the plans that are allowed. (test-management.md, Errors) */
  readonly 'TM-N24': 'TM-N24';
  /** Which texts of the source plan its copy takes over, and whether files of steps are attachments of the issue. (test-management.md, Endpoints: Copy test plan body) */
  readonly 'TM-N25': 'TM-N25';
}
