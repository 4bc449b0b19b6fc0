import { defineRules } from '../../../../fixtures/index.js';

/** What the watchers of an issue promise. */
export const watcherRules = defineRules('Watchers', {
  'WA-01': ['own', 'Watchers, rule 1', 'Adding a watcher twice changes nothing.'],
  'WA-02': ['own', 'Watchers, rule 2', 'An issue that nobody watches has an empty list.'],
  'WA-03': ['own', 'Watchers, rule 3', 'A refused call changes nothing.'],
});
