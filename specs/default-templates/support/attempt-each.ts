import type { ProvidedUser } from '../../../fixtures/index.js';
import type { Attempt } from '../../support/possibly-needed.js';
import type { Scene } from './scene.js';

/**
 * Lets each of some users try a call, one after the other. After one that succeeded the next has a new scene: if
 * everything is removed already there is nothing left that a permission is needed for.
 */
export async function attemptEach<Made extends Attempt>(
  users: readonly ProvidedUser[],
  provide: () => Promise<Scene>,
  attempt: (user: ProvidedUser, scene: Scene) => Promise<Made>,
): Promise<Made[]> {
  const attempts: Made[] = [];
  let scene = await provide();
  for (const user of users) {
    const made = await attempt(user, scene);
    attempts.push(made);
    if (made.response.ok) scene = await provide();
  }
  return attempts;
}
