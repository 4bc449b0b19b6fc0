import { assumedRules, documentedRules } from './rule.js';

const api = 'directory-sync';
const resources = 'Resources and their fields';
const endpoints = 'Endpoints';
const paging = 'Endpoints, rule 1';
const filters = 'Endpoints, rule 2';
const update = 'Resources and their fields: Update request body';
const keys = 'Endpoints, rule 4';
const authentication = 'Authentication';

export const directorySyncDocumented = documentedRules(api, {
  'AD-01': ['read', endpoints, 'The connection list maps the name of every enabled connection to its attribute names.'],
  'AD-02': ['read', endpoints, 'A connection that is not enabled appears in none of the reads.'],
  'AD-03': ['read', endpoints, "A user's attributes in a connection are all answered."],
  'AD-04': [
    'read',
    'Path parameters',
    'Connection by id or name and user by key or name: the four spellings answer the same, at every endpoint that takes them.',
  ],
  'AD-05': [
    'read',
    endpoints,
    'The field endpoint answers an object with the one attribute and its value in that connection, also for a user of two.',
  ],
  'AD-06': [
    'read',
    endpoints,
    "A user's values are answered by connection name, over all enabled connections, by key and by name.",
  ],
  'AD-07': [
    'read',
    resources,
    'Attribute values are strings, also one of digits only, and the attributes are those configured for the connection.',
  ],
  'AD-08': ['read', resources, 'A list element has username, configurationName and fields.'],
  'AD-09': ['read', paging, 'Without size a page holds 25.'],
  'AD-10': ['read', paging, 'size sets how many a page holds, and pageSize says so.'],
  'AD-11': ['read', paging, 'page selects the page; page=1 is described as current 1.'],
  'AD-12': [
    'read',
    resources,
    'totalElements and totalPages fit the pages, and walking them meets every element once.',
  ],
  'AD-13': ['read', endpoints, 'The overall list names a user once for each connection that synchronizes it.'],
  'AD-14': ['read', endpoints, "A connection's list holds that connection only."],
  'AD-15': ['read', filters, 'usernames selects users on both lists.'],
  'AD-16': ['read', filters, 'userkeys selects users on both lists.'],
  'AD-17': [
    'read',
    filters,
    'Both filters work with page and size, and the page descriptor then counts the selected only.',
  ],
  'AD-18': ['read', resources, 'whenCreated reads day/abbreviated month/two-digit year hour:minute AM or PM.'],
  'AD-19': ['own', 'Endpoints, rule 3', "An update changes a user's values, and every read shows it."],
  'AD-20': ['own', update, 'One update changes several users and fields, and nothing it does not name.'],
  'AD-21': ['own', update, 'An update changes connection details (name, userDn), and reads follow the new name.'],
  'AD-22': ['project', 'Endpoints, rule 3', 'The next synchronization overwrites what an update changed.'],
  'AD-23': [
    'read',
    authentication,
    'Permissions are checked: a second user without rights is refused what the administrator may do, reads and updates alike.',
  ],
  'AD-24': ['tracker', authentication, 'A user named in ext.adas.rest.whitelist is exempt from that check.'],
  'AD-25': ['tracker', authentication, 'A change of that property takes effect after a restart and not before.'],
  'AD-26': ['read', keys, "A user key is found through the tracker's list of group members."],
  'AD-27': ['read', keys, "A user key is found through the tracker's user lookup by name."],
});

export const directorySyncAssumed = assumedRules(api, {
  'AD-N01': [authentication, 'Which authentication schemes are accepted.'],
  'AD-N02': ['Errors', 'The status for an unknown connection, user or attribute.'],
  'AD-N03': [authentication, 'Which permission is needed, and the status without it.'],
  'AD-N04': [filters, 'How several values of usernames and userkeys are passed.'],
  'AD-N05': [filters, 'The names of the field filters.'],
  'AD-N06': ['Limits', 'The largest page size, and what a larger one gets.'],
  'AD-N07': [paging, 'The status of a page past the last.'],
  'AD-N08': [paging, 'The status for a page or size that is no number it can be.'],
  'AD-N09': [endpoints, 'What an update answers.'],
  'AD-N10': [update, 'What an update gets that names an unknown connection, user or attribute.'],
  'AD-N11': [resources, 'The order of list elements.'],
  'AD-N12': [filters, 'What usernames and userkeys select together.'],
  'AD-N13': [paging, 'The number of the first page, and the page that is given if none is asked for.'],
  'AD-N14': [
    'Errors',
    'Refusals: status and shape for no login, a wrong login, a body that can not be used, another media type.',
  ],
  'AD-N15': [update, "Whether an update changes the tracker's own account of the user, too."],
  'AD-N16': ['Errors', 'The status of each successful read.'],
  'AD-N17': [resources, 'What is answered of a user without a value for an attribute of the connection.'],
  'AD-N18': [endpoints, 'What the values of a user over all connections have of one that does not have the user.'],
  'AD-N19': [filters, 'Whether usernames match keys of users too, and userkeys names.'],
});
