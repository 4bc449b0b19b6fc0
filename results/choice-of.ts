import type { Settings } from '../fixtures/settings/settings.js';
import { publishDefaults } from './publish/publish-choice.js';
import type { PublishChoice } from './publish/publish-choice.js';

/** Where results go: as it is told, and of the rest as the settings and the defaults say. */
export function choiceOf({ publish: told }: Pick<Settings, 'publish'>, choice: Partial<PublishChoice>): PublishChoice {
  const given = Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
  // A plan that is named in one place is not that of a release that is named in another.
  const { plan, release, ...rest } = told;
  const place = choice.plan === undefined && choice.release === undefined ? { plan, release } : {};
  return { ...publishDefaults, ...rest, ...place, ...given };
}
