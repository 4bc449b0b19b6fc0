import { assumedRules, documentedRules } from './rule.js';

const api = 'default-templates';
const entry = 'Resources and their fields: Default template entry';
const endpoints = 'Endpoints';
const filter = 'Endpoints, rule 1';
const create = 'Endpoints, rule 2';
const removal = 'Resources and their fields: Removal result';
const setScreens = 'Endpoints, rule 4';
const clearScreens = 'Endpoints, rule 5';
const scope = 'Resources and their fields: Bulk transition request';
const fromTemplate = 'What the service does; Endpoints, rule 7';

export const defaultTemplatesDocumented = documentedRules(api, {
  'DT-01': ['read', endpoints, 'Listing a project by its id gives exactly the entries of that project.'],
  'DT-02': ['read', 'Path parameters', 'Listing a project by its key gives what listing it by its id gives.'],
  'DT-03': ['read', endpoints, 'Listing by project and template gives exactly the entries of both, by id and by key.'],
  'DT-04': [
    'read',
    endpoints,
    "Listing a template gives exactly that template's entries, in regular and service-desk projects alike.",
  ],
  'DT-05': [
    'read',
    entry,
    'Every entry carries integer id, templateId and projectId and a boolean serviceDesk, whichever endpoint answers it.',
  ],
  'DT-06': [
    'read',
    entry,
    'An issue-type entry has issueTypeId as numeric text, serviceDesk false and no requestTypeId.',
  ],
  'DT-07': ['read', entry, 'A request-type entry has an integer requestTypeId, serviceDesk true and no issueTypeId.'],
  'DT-08': ['read', entry, 'transitions, if it is returned, is an array; a new entry has none: it is absent or empty.'],
  'DT-09': ['own', entry, 'transitions sent with a creation is not stored.'],
  'DT-10': [
    'own',
    entry,
    'The service alone gives ids: each is unique and stays, and one sent by the caller is not used.',
  ],
  'DT-11': ['read', filter, 'A filter item names its project by projectId.'],
  'DT-12': ['read', filter, 'A filter item names its project by projectKey, with the result of projectId.'],
  'DT-13': [
    'read',
    filter,
    'A filter with requestTypeIds only gives only the matching request-type entries, also if an issue type has the same number.',
  ],
  'DT-14': [
    'read',
    filter,
    'A filter with issueTypeIds only gives only the matching issue-type entries, also if a request type has the same number.',
  ],
  'DT-15': ['read', filter, 'A filter with both lists gives the entries that match either.'],
  'DT-16': ['read', filter, 'Several filter items give the union, and nothing of another template or project.'],
  'DT-17': ['own', create, 'A creation makes one entry for each project and type it names, and every read shows them.'],
  'DT-18': ['own', create, 'One creation can mix regular and service-desk projects, issue types and request types.'],
  'DT-19': ['own', create, 'One project can appear in several items of a creation.'],
  'DT-20': [
    'own',
    endpoints,
    'The answer to a creation echoes what was created and names projects by projectKey, also if the request used projectId.',
  ],
  'DT-21': ['own', create, 'One call assigns one template in many projects.'],
  'DT-22': ['own', endpoints, "Deleting a template's entries removes them in every project, and nothing else."],
  'DT-23': ['project', endpoints, "Deleting a project's entries, by id or key, removes them all, and nothing else."],
  'DT-24': ['own', endpoints, 'Deleting by project and template removes only the entries of both.'],
  'DT-25': [
    'own',
    endpoints,
    'Deleting by project, template and issue type removes only that entry, also if a request type has the same number.',
  ],
  'DT-26': [
    'own',
    endpoints,
    'Deleting by project, template and request type removes only that entry, also if an issue type has the same number.',
  ],
  'DT-27': [
    'own',
    endpoints,
    'Deleting by template and issue type removes that type in every project, and no other type.',
  ],
  'DT-28': [
    'own',
    endpoints,
    'Deleting by template and request type removes that type in every project, and no other type.',
  ],
  'DT-29': [
    'own',
    removal,
    'A removal result counts and holds exactly the entries that were there before and are gone after.',
  ],
  'DT-30': [
    'own',
    'Endpoints, rule 3',
    'A body in the defaults shape selects which entries of a template are removed, also if an issue type and a request type have the same number.',
  ],
  'DT-31': [
    'project',
    setScreens,
    "Setting transitions writes the screen of the workflow's initial transition into every existing entry in scope.",
  ],
  'DT-32': ['tracker', scope, 'Without includeProjectKeys, missing or empty, all projects are in scope.'],
  'DT-33': ['project', scope, 'Projects in ignoreProjectKeys stay as they were; an empty list excludes none.'],
  'DT-34': ['project', setScreens, 'A project in scope that has no entries is skipped and named in skippedProjects.'],
  'DT-35': [
    'project',
    'Resources and their fields: Bulk transition result',
    'The bulk result counts entries, lists updated and skipped project keys, and has no errorMessages on success.',
  ],
  'DT-36': [
    'project',
    clearScreens,
    'Clearing transitions removes the stored screens in the same scope, with the same kind of result.',
  ],
  'DT-37': [
    'own',
    'What the service does',
    "An issue created in an entry's scope gets the template's field values without naming the template; one of the same type in another project does not.",
  ],
  'DT-38': ['own', fromTemplate, 'An issue created with the template field gets all field values of that template.'],
  'DT-39': [
    'own',
    fromTemplate,
    'Nothing is filled in if the create transition lacks the template-creation post function.',
  ],
  'DT-40': [
    'own',
    'What the service does',
    "Fields of every kind that both the template and the caller have a value for are replaced only if Overwrite is on in the post function; otherwise the caller's stay.",
  ],
  'DT-41': ['read', 'Authentication', 'HTTP Basic credentials are accepted.'],
});

export const defaultTemplatesAssumed = assumedRules(api, {
  'DT-N01': ['Errors', 'The status of each successful call.'],
  'DT-N02': ['Errors', 'The status for a project in the path that does not exist.'],
  'DT-N03': ['Errors', 'The status for a template in the path that does not exist.'],
  'DT-N04': [
    'Errors',
    'What a body gets that names an unknown project, a type the project lacks, a request type in a regular project, no type or no project.',
  ],
  'DT-N05': [create, 'What happens when the same template, project and type are assigned again.'],
  'DT-N06': ['Endpoints, rule 6', 'What happens to a project key that is both included and ignored.'],
  'DT-N07': [
    'Authentication',
    'Which permission reading, changing and the bulk calls need, and the status without it.',
  ],
  'DT-N08': [filter, 'What a filter item without type lists selects.'],
  'DT-N09': [removal, 'What a removal that matches nothing answers.'],
  'DT-N10': [entry, 'The properties of an element of transitions.'],
  'DT-N11': ['Endpoints, rule 3', 'Method and path of the removal with a body.'],
  'DT-N12': [setScreens, 'What setting transitions with a transition id other than the initial one does.'],
  'DT-N13': [scope, 'What an unknown key in includeProjectKeys or ignoreProjectKeys does.'],
  'DT-N14': ['What the service does', 'Which template applies if two are the default of one project and type.'],
  'DT-N15': ['What the service does', 'Whether a default template applies if the post function is not installed.'],
  'DT-N16': [create, 'What the creation makes of issue types in a service-desk project.'],
  'DT-N17': [
    'Errors',
    'Refusals: status and shape for no login, a wrong login, a body that can not be used, another media type.',
  ],
  'DT-N18': [
    'Resources and their fields: Bulk transition result',
    'Whether the counts and lists of the bulk calls hold entries that were so already.',
  ],
  'DT-N19': [create, 'What the creation makes of an id that stands twice in one list, and of an empty list.'],
  'DT-N20': [create, 'What a second template as the default of the same project and type does to the first.'],
  'DT-N21': [
    'Errors',
    'Whether bodies of other types than documented, other media types, and bulk calls without a value are refused.',
  ],
  'DT-N22': [scope, 'Whether a project in ignoreProjectKeys that has entries is listed in skippedProjects.'],
});
