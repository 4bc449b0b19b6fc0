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

test('builders build the same from the same seed, something else from another, and others at every call', () => {
  const build = seededBuilders(42);
  const connections = Array.from({ length: 50 }, () => build.connection.build());
  const users = Array.from({ length: 50 }, () => build.syncedUser.build().user);

  expect(everything(42)).toStrictEqual(everything(42));
  expect(new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(everything(seed)))).size).toBe(50);
  for (const property of ['id', 'name'] as const) {
    expect(new Set(connections.map((one) => one[property])).size).toBe(50);
  }
  for (const property of ['key', 'name'] as const) expect(new Set(users.map((one) => one[property])).size).toBe(50);
});

test('the builder of connections builds an enabled one with the common attributes, whatever its steps built', () => {
  const { connection } = seededBuilders(1);

  connection.disabled().withAttributes(['mail']);

  expect(connection.build()).toMatchObject({ enabled: true, attributes: commonAttributes });
  expect(() => connection.withAttributes([]).build()).toThrow(/expected array to have >=1 items/);
});

test('the builder of synchronized users gives every attribute a text, or what it is given', () => {
  const { syncedUser } = seededBuilders(1);
  const { values } = syncedUser.build();
  const ann = syncedUser.named('ann').createdAt(new Date('2026-11-07T12:05:00Z')).withValues({ mail: 'a@example.com' });

  expect(Object.keys(values)).toEqual(commonAttributes);
  expect(Object.values(values)).not.toContain('');
  expect(ann.withValues({ l: 'Oslo' }).build()).toMatchObject({
    user: { name: 'ann' },
    values: { whenCreated: '7/Nov/26 12:05 PM', mail: 'a@example.com', l: 'Oslo' },
  });
  expect(awkwardUsernames.map((name) => syncedUser.named(name).build().user.name)).toEqual(awkwardUsernames);
  const written = Array.from({ length: 300 }, () => syncedUser.build().values['whenCreated']);
  expect(written.filter((value) => !whenCreatedSchema.safeParse(value).success)).toEqual([]);
});

test('the builder of updates keeps the order of its steps, puts each attribute into an object, and stays as it was', () => {
  const update = seededBuilders(1).update.of({ id: '17' });

  expect(() => update.connection({ name: '' })).toThrow('A connection needs a name');
  const built = update
    .connection({ name: 'New' })
    .user({ key: 'U' }, { mail: 'x', l: '' })
    .element({ connection: [{ userDn: 'ou=x' }], data: [] })
    .build();

  expect(built).toEqual({
    connectionId: '17',
    update: [
      { connection: [{ name: 'New' }] },
      { data: [{ userKey: 'U', fields: [{ mail: 'x' }, { l: '' }] }] },
      { connection: [{ userDn: 'ou=x' }], data: [] },
    ],
  });
  expect(update.build()).toEqual({ connectionId: '17', update: [] });
});

for (const [moment, written] of [
  ['2024-01-01T00:00:00Z', '1/Jan/24 12:00 AM'],
  ['2024-02-29T12:00:00Z', '29/Feb/24 12:00 PM'],
  ['2019-07-09T11:59:59Z', '9/Jul/19 11:59 AM'],
  ['2009-10-05T00:01:00Z', '5/Oct/09 12:01 AM'],
  ['2014-03-03T09:05:00Z', '3/Mar/14 9:05 AM'],
  ['1999-06-30T13:00:00Z', '30/Jun/99 1:00 PM'],
] as const) {
  test(`${moment} is written ${written}`, () => {
    expect(formatWhenCreated(new Date(moment))).toBe(written);
    expect(whenCreatedSchema.safeParse(written).success).toBe(true);
  });
}

test('every minute of a day has a text of its own that fits, and awkward moments are midnight, noon and single digits', () => {
  const start = Date.parse('2026-11-07T00:00:00Z');
  const written = Array.from({ length: 1_440 }, (_, minute) => formatWhenCreated(new Date(start + minute * 60_000)));

  expect(new Set(written).size).toBe(1_440);
  expect(written.filter((value) => !whenCreatedSchema.safeParse(value).success)).toEqual([]);
  const awkward = awkwardMoments.map(formatWhenCreated).join('\n');
  for (const pattern of [/ 12:00 AM$/m, / 12:00 PM$/m, /^\d\//m]) expect(awkward).toMatch(pattern);
});

for (const wrong of [
  ...['7/Nov/26 0:05 AM', '7/Nov/26 13:05 PM', '7/Nov/26 12:5 PM', '32/Nov/26 1:05 PM', '0/Nov/26 1:05 PM'],
  ...['7/Nov/2026 1:05 PM', '7/November/26 1:05 PM', '7/nov/26 1:05 PM', '7/11/26 1:05 PM', '7/Nov/26 1:05 pm'],
  ...['7/Nov/26 1:05', '7-Nov-26 1:05 PM', '2026-11-07T13:05:00Z', ' 7/Nov/26 1:05 PM', '7/Nov/26 1:05 PM\n', ''],
]) {
  test(`${JSON.stringify(wrong)} is no whenCreated`, () => {
    expect(whenCreatedSchema.safeParse(wrong).success).toBe(false);
  });
}

test('each malformed update has a name of its own and is refused by its schema', () => {
  const updates = malformedUpdates('1');

  expect(new Set(updates.map(({ name }) => name)).size).toBe(updates.length);
  const taken = updates.filter(({ text }) => updateRequestSchema.safeParse(JSON.parse(text ?? '')).success);
  expect(taken.map(({ name }) => name)).toEqual([]);
});
