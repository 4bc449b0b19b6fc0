import { expect, test } from '@playwright/test';
import { awkwardMoments, awkwardUsernames, malformedUpdates, seededBuilders } from '../../../builders/index.js';
import { commonAttributes } from '../../../builders/directory-sync.js';
import { formatWhenCreated, updateRequestSchema, whenCreatedSchema } from '../../../contracts/index.js';

/** Some of everything, in a fixed order. */
function everything(seed: number): unknown {
  const build = seededBuilders(seed);
  const connection = build.connection.build();
  const synced = build.syncedUser.build();
  return {
    connections: [connection, build.connection.withAttributes(['mail']).disabled().build()],
    synced: [synced, build.syncedUser.named('ann').withAttributes(['whenCreated', 'l']).build()],
    update: build.update
      .of({ id: String(connection.id) })
      .user(synced.user, synced.values)
      .build(),
  };
}

test.describe('seeded builders of a directory', () => {
  test('build the same from the same seed', () => {
    expect(everything(42)).toStrictEqual(everything(42));
  });

  test('build something else from another seed', () => {
    const builds = Array.from({ length: 50 }, (_, seed) => JSON.stringify(everything(seed)));

    expect(new Set(builds).size).toBe(50);
  });

  test('build other connections and users at every call', () => {
    const build = seededBuilders(42);
    const connections = Array.from({ length: 50 }, () => build.connection.build());
    const users = Array.from({ length: 50 }, () => build.syncedUser.build().user);

    expect(new Set(connections.map(({ id }) => id)).size).toBe(50);
    expect(new Set(connections.map(({ name }) => name)).size).toBe(50);
    expect(new Set(users.map(({ key }) => key)).size).toBe(50);
    expect(new Set(users.map(({ name }) => name)).size).toBe(50);
  });
});

test.describe('the builder of connections', () => {
  test('builds an enabled one with the common attributes', () => {
    expect(seededBuilders(1).connection.build()).toMatchObject({ enabled: true, attributes: commonAttributes });
  });

  test('is left as it was by its steps', () => {
    const { connection } = seededBuilders(1);

    connection.disabled().withAttributes(['mail']);

    expect(connection.build()).toMatchObject({ enabled: true, attributes: commonAttributes });
  });

  test('refuses a connection without attributes', () => {
    expect(() => seededBuilders(1).connection.withAttributes([]).build()).toThrow(/expected array to have >=1 items/);
  });
});

test.describe('the builder of synchronized users', () => {
  test('gives every attribute a text', () => {
    const { values } = seededBuilders(1).syncedUser.build();

    expect(Object.keys(values)).toEqual(commonAttributes);
    expect(Object.values(values)).not.toContain('');
  });

  test('gives whenCreated as the document writes it, for any user', () => {
    const build = seededBuilders(3);
    const written = Array.from({ length: 300 }, () => build.syncedUser.build().values['whenCreated']);

    expect(written.filter((value) => !whenCreatedSchema.safeParse(value).success)).toEqual([]);
  });

  test('takes the name, the moment and the values it is given', () => {
    const { user, values } = seededBuilders(1)
      .syncedUser.named('ann')
      .createdAt(new Date('2026-11-07T12:05:00Z'))
      .withValues({ mail: 'a@example.com' })
      .withValues({ l: 'Oslo' })
      .build();

    expect(user.name).toBe('ann');
    expect(values).toMatchObject({ whenCreated: '7/Nov/26 12:05 PM', mail: 'a@example.com', l: 'Oslo' });
  });

  test('gives every awkward name as it is', () => {
    const { syncedUser } = seededBuilders(1);

    expect(awkwardUsernames.map((name) => syncedUser.named(name).build().user.name)).toEqual(awkwardUsernames);
  });
});

test.describe('the builder of updates', () => {
  const connection = { id: '17' };

  test('puts each attribute into an object of its own', () => {
    const { update } = seededBuilders(1);

    expect(update.of(connection).user({ key: 'U' }, { mail: 'x', l: '' }).build()).toEqual({
      connectionId: '17',
      update: [{ data: [{ userKey: 'U', fields: [{ mail: 'x' }, { l: '' }] }] }],
    });
  });

  test('keeps its elements in the order of its steps', () => {
    const { update } = seededBuilders(1);

    const built = update
      .of(connection)
      .connection({ name: 'New' })
      .user({ key: 'U' }, { mail: 'x' })
      .element({ connection: [{ userDn: 'ou=x' }], data: [] })
      .build();

    expect(built.update).toEqual([
      { connection: [{ name: 'New' }] },
      { data: [{ userKey: 'U', fields: [{ mail: 'x' }] }] },
      { connection: [{ userDn: 'ou=x' }], data: [] },
    ]);
  });

  test('is left as it was by its steps', () => {
    const update = seededBuilders(1).update.of(connection);

    update.connection({ name: 'New' });

    expect(update.build()).toEqual({ connectionId: '17', update: [] });
  });
});

const moments: Readonly<Record<string, string>> = {
  '2024-01-01T00:00:00Z': '1/Jan/24 12:00 AM',
  '2024-02-29T12:00:00Z': '29/Feb/24 12:00 PM',
  '2019-07-09T11:59:59Z': '9/Jul/19 11:59 AM',
  '2021-12-31T23:59:00Z': '31/Dec/21 11:59 PM',
  '2009-10-05T00:01:00Z': '5/Oct/09 12:01 AM',
  '2000-05-03T12:59:00Z': '3/May/00 12:59 PM',
  '2014-03-03T09:05:00Z': '3/Mar/14 9:05 AM',
  '1999-06-30T13:00:00Z': '30/Jun/99 1:00 PM',
};

for (const [moment, written] of Object.entries(moments)) {
  test(`${moment} is written ${written}`, () => {
    expect(formatWhenCreated(new Date(moment))).toBe(written);
    expect(whenCreatedSchema.safeParse(written).success).toBe(true);
  });
}

test('every minute of a day has a text of its own that fits', () => {
  const start = Date.parse('2026-11-07T00:00:00Z');
  const written = Array.from({ length: 1_440 }, (_, minute) => formatWhenCreated(new Date(start + minute * 60_000)));

  expect(new Set(written).size).toBe(1_440);
  expect(written.filter((value) => !whenCreatedSchema.safeParse(value).success)).toEqual([]);
});

test('the awkward moments hold midnight, noon and single-digit days', () => {
  const written = awkwardMoments.map(formatWhenCreated).join('\n');

  expect(written).toMatch(/ 12:00 AM$/m);
  expect(written).toMatch(/ 12:00 PM$/m);
  expect(written).toMatch(/^\d\//m);
});

for (const wrong of [
  '7/Nov/26 0:05 AM',
  '7/Nov/26 13:05 PM',
  '7/Nov/26 12:5 PM',
  '32/Nov/26 1:05 PM',
  '0/Nov/26 1:05 PM',
  '7/Nov/2026 1:05 PM',
  '7/November/26 1:05 PM',
  '7/nov/26 1:05 PM',
  '7/11/26 1:05 PM',
  '7/Nov/26 1:05 pm',
  '7/Nov/26 1:05',
  '7-Nov-26 1:05 PM',
  '2026-11-07T13:05:00Z',
  ' 7/Nov/26 1:05 PM',
  '7/Nov/26 1:05 PM\n',
  '',
]) {
  test(`${JSON.stringify(wrong)} is no whenCreated`, () => {
    expect(whenCreatedSchema.safeParse(wrong).success).toBe(false);
  });
}

for (const { name, text } of malformedUpdates('1')) {
  test(`an update is refused by its schema: ${name}`, () => {
    expect(updateRequestSchema.safeParse(JSON.parse(text ?? '')).success).toBe(false);
  });
}

test('each malformed update has a name of its own', () => {
  expect(new Set(malformedUpdates('1').map(({ name }) => name)).size).toBe(malformedUpdates('1').length);
});
