import type { Hand } from '../hand.js';
import { belongingsOf, markedSpace } from '../marked-space.js';

/** Comes with a login of another space, which this one must not know. */
export async function comeFromElsewhere(hand: Hand): Promise<void> {
  const { space, place } = hand;
  const neighbour = markedSpace(space.number === 0 ? 1 : space.number - 1, space.hands);
  const as = belongingsOf(neighbour, place);
  await hand.ask('tracker', 'GET', '/myself', { as, status: 401 });
  await hand.ask('directory sync', 'GET', '/connection', { as, status: 401 });
  await hand.ask('default templates', 'GET', `/template/${hand.own.templateId}`, { as, status: 401 });
  const found = (await hand.ask('tracker', 'GET', '/myself')) as { name: string };
  hand.expect('who is logged in', found.name, hand.own.username);
}
