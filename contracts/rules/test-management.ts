import { assumedRules, documentedRules } from './rule.js';

const api = 'test-management';
const endpoints = 'Endpoints';
const rows = 'Resources and their fields: Steps field rows';
const creation = 'Resources and their fields: Issue creation properties';
const copy = 'Endpoints: Copy test plan body';
const add = 'Endpoints: Add templates body';

export const testManagementDocumented = documentedRules(api, {
  'TM-01': ['own', endpoints, 'A status call sets the status of one step.'],
  'TM-02': ['own', rows, 'rowIndex counts steps only, from 0, in every steps call.'],
  'TM-03': [
    'own',
    rows,
    'A status is a name configured for the project; a name another project has is refused and changes nothing.',
  ],
  'TM-04': ['own', endpoints, 'A statuses call sets several steps, and those it does not name keep theirs.'],
  'TM-05': ['own', endpoints, 'A comment call adds a comment to the step and leaves the one that it has.'],
  'TM-06': ['own', endpoints, 'A cell call sets the cell at columnIndex, from 0, and no other.'],
  'TM-07': [
    'own',
    endpoints,
    'An attachment call adds every multipart part named file to the step, also several of one name, also empty ones. No steps call changes another status, cell, comment or attachment of its row or of other rows.',
  ],
  'TM-08': ['own', rows, 'A group row has exactly one cell, its name.'],
  'TM-09': ['own', rows, 'A step row has exactly as many cells as the project has Steps columns.'],
  'TM-10': ['own', creation, 'A test case is created with parent, TC Template field and Steps.'],
  'TM-11': ['own', endpoints, 'A test case template is created with Steps, and groups and steps keep their order.'],
  'TM-12': [
    'own',
    endpoints,
    'A test case template and a test case are created with Preconditions, the issue type given by id.',
  ],
  'TM-13': ['own', endpoints, 'Editing a template or a case replaces its Steps, and nothing else.'],
  'TM-14': ['own', endpoints, 'Editing a template or a case replaces its Preconditions, and nothing else.'],
  'TM-15': ['own', endpoints, 'Requirement is set when the issue is created.'],
  'TM-16': ['read', creation, 'Each custom field has its own customfield_<id> and is found by its name.'],
  'TM-17': ['own', copy, 'testplan/copy copies a plan and cannot do without testPlanKey.'],
  'TM-18': ['own', copy, "Without projects the copy goes to the source plan's project."],
  'TM-19': ['own', copy, 'With projects each of them gets a copy.'],
  'TM-20': [
    'own',
    copy,
    'BY_TEST_CASE_TEMPLATES, also when nothing is said, makes cases from their templates as these are now.',
  ],
  'TM-21': ['own', copy, "BY_TEST_CASES makes cases from the source plan's cases."],
  'TM-22': [
    'own',
    copy,
    'issueIds limits what is copied: ids of cases with BY_TEST_CASES, of templates with BY_TEST_CASE_TEMPLATES.',
  ],
  'TM-23': ['own', copy, 'Without issueIds everything is copied, in plan order.'],
  'TM-24': ['own', copy, 'With async false, also when nothing is said, the result holds the created cases.'],
  'TM-25': ['own', copy, 'With async true the result does not hold them, and they are created all the same.'],
  'TM-26': ['read', endpoints, "test-case-ids lists the ids of the plan's cases in plan order."],
  'TM-27': [
    'read',
    endpoints,
    "test-case-template-ids lists the plan's template ids once each, in the order of the cases.",
  ],
  'TM-28': [
    'own',
    endpoints,
    'onlyActive=true leaves inactive templates out and lists the others once each in plan order; false, also when nothing is said, keeps them.',
  ],
  'TM-29': ['own', add, 'Adding templates creates a case in each plan for each template.'],
  'TM-30': ['own', add, 'With async false the answer has the created keys.'],
  'TM-31': [
    'own',
    add,
    'With async false and no Create Issues in the project of any of the plans there is an error message, and no case is created in that plan.',
  ],
  'TM-32': ['own', add, 'With async true there are no keys in the answer, and the cases are created.'],
  'TM-33': ['own', add, 'With async true and no Create Issues permission there is no error, and nothing is created.'],
  'TM-34': ['own', 'Versioning', 'The previous URL pattern works beside the new one.'],
  'TM-35': [
    'own',
    'What the service does',
    "The tracker's own API moves test cases and plans and updates their fields.",
  ],
  'TM-36': ['read', 'Authentication', 'HTTP Basic credentials are accepted.'],
});

export const testManagementAssumed = assumedRules(api, {
  'TM-N01': ['Versioning', 'The form of the previous URL pattern.'],
  'TM-N02': [rows, 'How rows are nested in the value of the Steps field.'],
  'TM-N03': [endpoints, 'The value of the Requirement field.'],
  'TM-N04': [rows, 'Step statuses and columns of a new project.'],
  'TM-N05': [endpoints, 'What a successful steps call answers.'],
  'TM-N06': ['Errors', 'The status for an unknown issue.'],
  'TM-N07': ['Errors', 'What a steps call with an index out of range or an unknown status gets.'],
  'TM-N08': [copy, 'The shape of the result of a copy.'],
  'TM-N09': [add, 'The shape of the result of adding templates.'],
  'TM-N10': ['Errors', 'Where the error message without the Create Issues permission stands.'],
  'TM-N11': ['States and transitions', 'The statuses of templates, cases and plans.'],
  'TM-N12': [add, 'What happens to an inactive template that is added or copied.'],
  'TM-N13': [rows, 'Whether issueId, rowIndex and columnIndex may be numeric text.'],
  'TM-N14': [endpoints, 'In which order a step has its comments.'],
  'TM-N15': [copy, 'What a copied case keeps of the step statuses, comments and attachments of its source.'],
  'TM-N16': [add, 'The async of an addition that says nothing of it.'],
  'TM-N17': ['Errors', 'Refusals: status and shape, as in DT-N17.'],
  'TM-N18': [rows, 'What becomes of the cells of a group row beyond its name.'],
  'TM-N19': [copy, 'Which fields beside summary, Steps and TC Template a copied or added case takes over.'],
  'TM-N20': [
    copy,
    'Whether lists name projects by key or id, hold ids as numbers or text, and what an empty one means.',
  ],
  'TM-N21': ['Errors', 'The status of each successful call about plans.'],
  'TM-N22': [add, 'The order of the cases that one addition makes.'],
  'TM-N23': [endpoints, 'Whether a step of a template has a status that can be set.'],
  'TM-N24': [
    'Errors',
    'The status of the error message without Create Issues, and what happens to the plans that are allowed.',
  ],
  'TM-N25': [
    copy,
    'Which texts of the source plan its copy takes over, and whether files of steps are attachments of the issue.',
  ],
  'TM-N26': [endpoints, 'Whether a comment of a step is a comment of the issue too.'],
  'TM-N27': [copy, 'Whether a case that is copied from a case names its template.'],
  'TM-N28': [creation, 'How the TC Template field of a case reads.'],
  'TM-N29': [copy, 'What issueIds of the other kind select, and how often a template of two cases is copied.'],
});
