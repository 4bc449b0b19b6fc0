import type { Profile } from '../../../contracts/index.js';

/** A profile with these observations only. */
export function sampleProfile(given: Partial<Profile> = {}): Profile {
  return {
    schemaVersion: 1,
    observedAt: '2026-11-21T10:00:00.000Z',
    harness: '0.1.0',
    tracker: {
      url: 'https://tracker.example.com/jira',
      title: 'Tracker',
      version: '9.12.0',
      edition: 'Server',
      build: 912000,
    },
    assumptions: {},
    partlyObserved: {},
    notObserved: {},
    conflicts: {},
    ...given,
  };
}
