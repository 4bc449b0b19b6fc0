import type { VirtualUser } from '../virtual-user.js';
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

/** Reads the virtual user's user, finds the title that the scenario before left, changes it, and reads it in each way. */
export async function changeTitle(virtualUser: VirtualUser): Promise<void> {
  const { tenant, own, left } = virtualUser;
  const { connection, mark } = tenant;
  const values = (title: string) => ({
    mail: `${own.username}@example.com`,
    displayName: `${mark} ${own.username}`,
    title,
  });
  const before = await virtualUser.ask(api, 'GET', `/user/${own.username}`);
  virtualUser.expect('what is left of the attributes', before, { [connection.name]: values(titleOf(virtualUser)) });

  const title = virtualUser.text('title');
  const change = {
    connectionId: String(connection.id),
    update: [{ data: [{ userKey: own.userKey, fields: [{ title }] }] }],
  };
  await virtualUser.ask(api, 'PUT', '/update', { body: change });
  left.title = title;

  const user = `/connection/${connection.id}/user/${own.userKey}`;
  virtualUser.expect('an attribute', await virtualUser.ask(api, 'GET', `${user}/field/title`), { title });
  virtualUser.expect('the attributes', await virtualUser.ask(api, 'GET', user), values(title));
  const connections = await virtualUser.ask(api, 'GET', '/connection');
  virtualUser.expect('the connections', connections, { [connection.name]: ['mail', 'displayName', 'title'] });

  const list = `/connection/${encodeURIComponent(connection.name)}/user`;
  const selected = (await virtualUser.ask(api, 'GET', `${list}?usernames=${own.username}`)) as UserPage;
  virtualUser.expect('the selected users', selected.elements, [
    { username: own.username, configurationName: connection.name, fields: values(title) },
  ]);
  const page = (await virtualUser.ask(api, 'GET', `/user?page=${virtualUser.random.int(1, 2)}&size=7`)) as UserPage;
  virtualUser.expect('the number of users', page.page.totalElements, tenant.virtualUsers);
}

/** The expected title of the virtual user's own user. */
export function titleOf({ tenant, left }: VirtualUser): string {
  return left.title ?? `${tenant.mark} ${FIRST_TITLE}`;
}
