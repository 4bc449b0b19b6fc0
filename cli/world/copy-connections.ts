import { counted } from '../../contracts/counted.js';
import * as z from 'zod';
import type { UserListElement, WorldUser } from '../../contracts/index.js';
import * as lists from '../../contracts/directory-sync/responses.js';
import * as answers from '../../contracts/tracker/responses.js';
import { expectationsOf } from '../../fixtures/settings/settings.js';
import type { CopyContext, Rows } from './tracker-reader.js';

type Connections = Rows<'connections' | 'directoryUsers'>;

/** The highest id that connections are looked for under: no API tells their ids. */
const HIGHEST_ID = 50;

const pageSchema = lists.userPageSchema.extend({
  page: z.looseObject({ totalElements: z.int().optional() }).optional(),
});

export async function copyConnections(context: CopyContext, limit: number): Promise<Connections> {
  const { reader } = context;
  const copied: Connections = { connections: [], directoryUsers: [] };
  const names = await reader.read(lists.connectionListSchema, 'directory-sync', '/connection');
  if (names === undefined) return copied;
  const missing = new Set(Object.keys(names));
  const add = async (id: number, name: string, users: readonly UserListElement[]): Promise<void> => {
    const attributes = names[name] ?? [];
    copied.connections.push({ id, name, attributes, ...userDnOf(context, id, name) });
    for (const user of users) copied.directoryUsers.push(await copyUser(context, id, attributes, user));
  };
  for (const id of idsToTry(context)) {
    if (missing.size === 0) break;
    const users = await readUsers(context, String(id), limit);
    const name = users[0]?.configurationName;
    if (name !== undefined && missing.delete(name)) await add(id, name, users);
  }
  for (const name of missing) {
    const id = Math.max(HIGHEST_ID, ...copied.connections.map((connection) => connection.id)) + 1;
    reader.notes.add(
      `The id of the connection "${name}" is not told, and none up to ${HIGHEST_ID}: in the copy it is ${id}`,
    );
    await add(id, name, await readUsers(context, name, limit));
  }
  return copied;
}

function userDnOf({ external }: CopyContext, id: number, name: string): { readonly userDn?: string } {
  const told = external.sandbox.connections.find((one) => one.name === name || one.id === String(id));
  return told?.userDn === undefined ? {} : { userDn: told.userDn };
}

async function copyUser(
  context: CopyContext,
  connectionId: number,
  attributes: readonly string[],
  { username, fields }: UserListElement,
): Promise<Connections['directoryUsers'][number]> {
  const user = await userNamed(context, username);
  const values = attributes.map((name) => [name, context.anonymizer.attribute(fields[name] ?? '', user)] as const);
  return { connectionId, userKey: user.key, values: Object.fromEntries(values) };
}

/** Those that the sandbox names, and then the usual ones. */
function idsToTry({ external }: CopyContext): number[] {
  const named = external.sandbox.connections.map(({ id }) => Number(id)).filter((id) => id > 0);
  return [...new Set([...named, ...Array.from({ length: HIGHEST_ID }, (_, index) => index + 1)])];
}

/** The refusal of an id that no connection has: it is not a gap in the copy. */
async function readUsers(
  { reader, settings }: CopyContext,
  idOrName: string,
  limit: number,
): Promise<UserListElement[]> {
  const elements: UserListElement[] = [];
  const before = new Set(reader.notes);
  const { 'AD-N13': pages, 'AD-N06': sizes } = expectationsOf(settings).assumptions;
  const size = Math.min(100, sizes.maximum);
  for (let page = pages.first; elements.length < limit; page += 1) {
    const read = await reader.read(pageSchema, 'directory-sync', `/connection/${encodeURIComponent(idOrName)}/user`, {
      page,
      size,
    });
    if (read === undefined && page === pages.first)
      for (const note of reader.notes) if (!before.has(note)) reader.notes.delete(note);
    const known = new Set(elements.map(({ username }) => username));
    const found = (read?.elements ?? []).filter(({ username }) => !known.has(username));
    elements.push(...found);
    if (found.length === 0 || elements.length >= (read?.page?.totalElements ?? Infinity)) return elements;
  }
  reader.notes.add(
    `Of the connection ${idOrName} the first ${counted(limit, 'user is', 'users are')} copied (--users)`,
  );
  return elements.slice(0, limit);
}

async function userNamed({ reader, anonymizer }: CopyContext, username: string): Promise<WorldUser> {
  const known = anonymizer.find(username);
  if (known !== undefined) return known;
  const read = await reader.read(answers.userSchema, 'tracker', '/user', { username });
  return anonymizer.user(read ?? { name: username });
}

const groupsSchema = z.looseObject({ groups: z.array(z.looseObject({ name: z.string() })) });

export async function copyGroups(
  { reader, anonymizer }: Pick<CopyContext, 'reader' | 'anonymizer'>,
  limit: number,
): Promise<void> {
  const found = await reader.read(groupsSchema, 'tracker', '/groups/picker', { query: '', maxResults: 1_000 });
  for (const { name: groupname } of found?.groups ?? []) {
    let startAt = 0;
    for (let isLast = false; !isLast;) {
      const query = { groupname, includeInactiveUsers: 'true', startAt, maxResults: 50 };
      const page = await reader.read(answers.groupMembersSchema, 'tracker', '/group/member', query);
      const members = page?.values ?? [];
      for (const member of members) anonymizer.join(anonymizer.user(member), groupname);
      startAt += members.length;
      isLast = page === undefined || page.isLast || members.length === 0 || startAt >= limit;
      if (startAt >= limit && page?.isLast === false) {
        reader.notes.add(
          `Of the group ${groupname} the first ${counted(startAt, 'member is', 'members are')} copied (--users)`,
        );
      }
    }
  }
}
