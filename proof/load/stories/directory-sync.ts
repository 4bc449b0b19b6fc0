import type { Hand } from '../hand.js';
import { FIRST_TITLE } from '../marked-world.js';

interface UserPage {
  readonly elements: readonly {
    readonly username: string;
    readonly configurationName: string;
    readonly fields: Readonly<Record<string, string>>;
  }[];
  readonly page: { readonly totalElements: number };
}

const api = 'directory sync';

/** Reads the hand's user, finds the title that the story before left, changes it, and reads it in each way. */
export async function changeTitle(hand: Hand): Promise<void> {
  const { space, own, left } = hand;
  const { connection, mark } = space;
  const values = (title: string) => ({
    mail: `${own.username}@example.com`,
    displayName: `${mark} ${own.username}`,
    title,
  });
  const before = await hand.ask(api, 'GET', `/user/${own.username}`);
  hand.expect('what is left of the attributes', before, { [connection.name]: values(titleOf(hand)) });

  const title = hand.text('title');
  const change = {
    connectionId: String(connection.id),
    update: [{ data: [{ userKey: own.userKey, fields: [{ title }] }] }],
  };
  await hand.ask(api, 'PUT', '/update', { body: change });
  left.title = title;

  const user = `/connection/${connection.id}/user/${own.userKey}`;
  hand.expect('an attribute', await hand.ask(api, 'GET', `${user}/field/title`), { title });
  hand.expect('the attributes', await hand.ask(api, 'GET', user), values(title));
  const connections = await hand.ask(api, 'GET', '/connection');
  hand.expect('the connections', connections, { [connection.name]: ['mail', 'displayName', 'title'] });

  const list = `/connection/${encodeURIComponent(connection.name)}/user`;
  const selected = (await hand.ask(api, 'GET', `${list}?usernames=${own.username}`)) as UserPage;
  hand.expect('the selected users', selected.elements, [
    { username: own.username, configurationName: connection.name, fields: values(title) },
  ]);
  const page = (await hand.ask(api, 'GET', `/user?page=${hand.random.int(1, 2)}&size=7`)) as UserPage;
  hand.expect('the number of users', page.page.totalElements, space.hands);
}

/** The title that the hand's user has to have. */
export function titleOf({ space, left }: Hand): string {
  return left.title ?? `${space.mark} ${FIRST_TITLE}`;
}
