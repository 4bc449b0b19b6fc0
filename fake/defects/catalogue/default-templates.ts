export const defaultTemplateSentences = {
  'DT-01-last-entry-dropped': 'The list of a project ends one entry early.',
  'DT-01-other-projects-listed': 'The list of a project also holds what its templates are assigned to elsewhere.',
  'DT-02-key-answers-nothing': 'A project named by its key is answered with an empty list.',
  'DT-02-key-leaves-out-request-types': 'By key, a service desk is listed without the entries of its request types.',
  'DT-02-keys-that-begin-so-listed-too':
    'The list of a project that is named by its key holds those of projects whose keys begin with it.',
  'DT-03-template-ignored': 'The list of a project and a template holds all entries of the project.',
  'DT-03-template-ignored-by-key': 'The list of a project, by key, and a template holds all entries of the project.',
  'DT-03-project-ignored': 'The list of a project and a template holds the entries of the template in all projects.',
  'DT-03-key-answers-nothing': 'The list of a project and a template is empty if the project is named by its key.',
  'DT-04-service-desks-left-out': 'The list of a template leaves service desks out.',
  'DT-04-next-template-listed':
    'The list of a template also holds what the next template that is a default somewhere is assigned to.',
  'DT-05-id-as-text': 'A removal result holds the ids of entries as text.',
  'DT-05-template-id-as-text': 'A filtered list holds template ids as text.',
  'DT-05-project-as-key': 'The list of a template names projects by key in place of their id.',
  'DT-05-service-desk-left-out': 'The list of a project and a template leaves serviceDesk out.',
  'DT-05-service-desk-as-text': 'What a removal of one type answers has serviceDesk as text.',
  'DT-06-issue-type-as-number': 'Entries have their issue type as a number.',
  'DT-06-service-desk-true': 'Removed entries of issue types say that they are of a service desk.',
  'DT-06-empty-request-type': 'Entries of issue types also have a requestTypeId, which is null.',
  'DT-07-request-type-as-text': 'Entries have their request type as text.',
  'DT-07-service-desk-false': 'Removed entries of request types say that they are of a regular project.',
  'DT-07-issue-type-of-request': 'Entries of request types also name the issue type behind the request type.',
  'DT-08-new-entry-has-screen': 'A new entry takes over the screen that is stored in its project already.',
  'DT-08-transitions-as-null': 'Entries without a stored screen have null as transitions.',
  'DT-08-transitions-as-object': 'Lists have the stored screen itself as transitions in place of an array of it.',
  'DT-09-transitions-stored': 'Transitions that are sent with a creation are stored.',
  'DT-10-sent-id-used': 'An id that is sent with a creation becomes the id of the entry.',
  'DT-10-list-counts-ids-itself': 'The list of a project gives entries the ids 1, 2, 3; other reads show their own.',
  'DT-10-id-given-again': 'What is assigned again after its removal gets the id that it had before.',
  'DT-11-project-id-ignored': 'A filter item that names its project by id selects in every project.',
  'DT-12-project-key-ignored': 'A filter item that names its project by key selects in every project.',
  'DT-13-request-types-ignored': 'Only requestTypeIds given, every request type of the project is listed.',
  'DT-13-same-number-mixed-up': 'Only requestTypeIds given, an issue type with a request type’s number is listed too.',
  'DT-14-same-number-mixed-up': 'Only issueTypeIds given, a request type with an issue type’s number is listed too.',
  'DT-14-issue-types-ignored': 'Only issueTypeIds given, every issue type of the project is listed.',
  'DT-15-issue-types-lost': 'If both lists are given, only the request types count.',
  'DT-16-last-item-only': 'Of several items only the last one counts.',
  'DT-16-types-of-all-items': 'The types of all items are looked for in the projects of all items.',
  'DT-16-other-templates-listed': 'The filtered list holds the entries of other templates for the same types too.',
  'DT-17-first-type-only': 'Of the types of an item only the first is assigned.',
  'DT-17-first-project-only': 'Only the entries of the first project are stored, and the answer says all of them are.',
  'DT-17-screens-lost-by-creation':
    'A creation in a project clears the screens that are stored in the entries of the template there.',
  'DT-18-request-types-lost-in-mixture':
    'If a call names issue types and request types, the request types are passed over.',
  'DT-18-service-desk-takes-no-issue-types': 'In a call with a request type, issue types of service desks are ignored.',
  'DT-19-last-item-of-project-wins': 'Of several items for one project only the last one counts.',
  'DT-20-echo-by-id': 'The answer to a creation names projects by id if the request did.',
  'DT-20-echo-without-request-types': 'The answer to a creation leaves request types out.',
  'DT-20-echo-of-another-project': 'The answer to a creation names the first project in every item.',
  'DT-20-echo-of-last-item-of-project': 'The answer to a creation holds only the last of several items of a project.',
  'DT-22-other-templates-removed':
    'The removal of a template’s entries takes what other templates have in the same projects.',
  'DT-22-request-types-stay': 'The removal of a template’s entries leaves those of request types.',
  'DT-23-key-removes-nothing': 'A project named by its key loses nothing.',
  'DT-23-request-types-stay': 'The removal of a project’s entries leaves those of request types.',
  'DT-23-templates-removed-everywhere':
    'The removal of a project’s entries takes its templates’ entries elsewhere too.',
  'DT-24-whole-project-removed':
    'The removal of a project’s and a template’s entries takes all entries of the project.',
  'DT-24-whole-template-removed':
    'The removal of a project’s and a template’s entries takes the template’s entries everywhere.',
  'DT-24-key-removes-nothing':
    'The removal of a project’s and a template’s entries removes nothing if the project is named by its key.',
  'DT-24-one-entry-stays': 'The removal of a project’s and a template’s entries leaves the last of several.',
  'DT-25-other-issue-types-removed': 'The removal of one issue type’s entry takes those of the project’s other types.',
  'DT-25-every-project-loses-it': 'The removal of one issue type’s entry takes it in every project.',
  'DT-25-other-templates-lose-it':
    'The removal of one issue type’s entry takes those of other templates for that type.',
  'DT-26-other-request-types-removed':
    'The removal of one request type’s entry takes those of the project’s other types.',
  'DT-26-every-template-loses-it':
    'The removal of one request type’s entry takes those of other templates for that type.',
  'DT-27-first-project-only': 'The removal of an issue type’s entries ends with the first project.',
  'DT-27-other-types-removed': 'The removal of an issue type’s entries takes all of the template’s entries.',
  'DT-27-other-templates-lose-it':
    'The removal of an issue type’s entries takes those of other templates for that type.',
  'DT-28-other-templates-lose-it':
    'The removal of a request type’s entries takes those of other templates for that type.',
  'DT-28-last-project-stays': 'The removal of a request type’s entries leaves the last of them.',
  'DT-28-other-types-removed':
    'The removal of a request type’s entries takes all that the template has in the same project.',
  'DT-29-one-less-removed-than-said': 'Of several entries that a removal says it removed, the last is still there.',
  'DT-29-listed-without-being-removed': 'A removal of a project’s entries also lists an entry that stays.',
  'DT-30-body-ignored': 'A removal with a body removes all entries of the template.',
  'DT-30-project-ignored': 'A removal with a body removes the types it names in every project.',
  'DT-30-other-templates-lose-them': 'A removal with a body takes what other templates have for the types it names.',
  'DT-30-first-item-only': 'Of a removal with a body only the first item counts.',
  'DT-30-request-types-stay': 'A removal with a body leaves the request types it names.',
  'DT-31-request-types-left-out': 'The screen is not written into the entries of request types.',
  'DT-31-first-project-only': 'The screen is written into the entries of the first project in scope only.',
  'DT-31-screen-of-another-transition': 'The screen of another transition than the initial one is written.',
  'DT-31-one-of-equal-numbers':
    'Of an issue type and a request type with the same number only the issue type gets the screen.',
  'DT-33-keys-that-begin-so-ignored-too': 'Projects whose keys begin with an ignored key are ignored too.',
  'DT-36-last-entry-keeps-screen': 'The last entry of several keeps its screen.',
  'DT-36-scope-not-read': 'The stored screens of every project are cleared, whichever the call names.',
  'DT-36-one-of-equal-numbers':
    'Of an issue type and a request type with the same number only the issue type loses the screen.',
  'DT-37-default-not-applied': 'A new issue gets nothing of the default template of its scope.',
  'DT-37-applied-to-every-type': 'A default template of one issue type is applied to the project’s other types too.',
  'DT-37-applied-in-every-project':
    'A default template of an issue type is applied to issues of that type in other projects too.',
  'DT-37-request-types-get-nothing': 'A customer request gets nothing of the default template of its request type.',
  'DT-38-custom-fields-left-out': 'Of the values of a template, those of custom fields are not filled in.',
  'DT-38-named-template-ignored': 'The template custom field is not read.',
  'DT-39-post-function-not-needed': 'A template is filled in even if the post function is not installed.',
  'DT-41-basic-not-accepted-for-some-lists':
    'The list of a project and a template, and the filtered one, are refused to who logs in by HTTP Basic.',
  'DT-41-basic-not-accepted-for-removals': 'Removals of a project’s entries are refused to who logs in by HTTP Basic.',
  'DT-41-basic-not-accepted-for-a-removal-with-a-body':
    'Removals with a body are refused to who logs in by HTTP Basic.',
  'DT-41-basic-not-accepted-for-transitions':
    'Writing and clearing stored screens are refused to who logs in by HTTP Basic.',
  'DT-41-basic-for-administrators-only': 'HTTP Basic credentials are accepted of administrators only.',
};
