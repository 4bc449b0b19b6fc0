import type { Profile } from '../../contracts/profile/profile.js';
import type { ProfileChange } from './compare-profiles.js';

/** What has changed since an older profile, for a terminal: the answers first. */
export function renderChanges({ observedAt, tracker }: Profile, changes: readonly ProfileChange[]): string[] {
  const answers = changes.filter(({ kind }) => kind === 'answer');
  const others = changes.filter(({ kind }) => kind === 'knowledge');
  const count = answers.length === 0 ? 'no answer has changed' : `${answers.length} answers have changed`;
  return [
    `Since      ${observedAt.slice(0, 10)}, ${tracker.title} ${tracker.version}: ${count}`,
    ...[...answers, ...others].map(({ id, text }) => `- ${id} ${text}`),
  ];
}
