import * as z from 'zod';
import { formatWhenCreated, updateRequestSchema, worldConnectionSchema, worldUserSchema } from '../contracts/index.js';
import type { UpdateElement, UpdateRequest, WorldConnection } from '../contracts/index.js';
import { MistakeError, given } from '../contracts/mistake.js';
import { TraitBuilder } from './builder.js';
import type { Source } from './source.js';

const syncedUserSchema = z.strictObject({ user: worldUserSchema, values: z.record(z.string(), z.string()) });

/** A user of the tracker with the directory's values for the same person. */
export type SyncedUser = z.infer<typeof syncedUserSchema>;

export const commonAttributes: readonly string[] = [
  'whenCreated',
  'mail',
  'displayName',
  'title',
  'department',
  'company',
  'telephoneNumber',
  'l',
  'manager',
  'description',
];

/**
 * User names that have to survive a URL: unicode, dots, slashes, plus signs, spaces and other characters with a meaning
 * in URLs.
 */
export const awkwardUsernames: readonly string[] = [
  'zoë.müller',
  '山田 太郎',
  'first.last',
  'team/lead',
  'user+tag',
  'two  spaces',
  'a&b=c',
  '100%',
  'question?mark#hash',
  "o'brien",
  'back\\slash',
  'semi;colon',
];

/** Moments at which a twelve-hour clock is easily wrong: midnight, noon, single-digit days and their neighbours. */
export const awkwardMoments: readonly Date[] = [
  new Date('2024-01-01T00:00:00Z'),
  new Date('2024-02-29T12:00:00Z'),
  new Date('2019-07-09T11:59:00Z'),
  new Date('2021-12-31T23:59:00Z'),
  new Date('2009-10-05T00:01:00Z'),
  new Date('2000-05-03T12:59:00Z'),
];

interface UserTraits {
  readonly username?: string;
  readonly attributes: readonly string[];
  readonly created?: Date;
  readonly values: Readonly<Record<string, string>>;
}

/** Describes a user of the tracker who is in a directory too. */
export class SyncedUserBuilder extends TraitBuilder<SyncedUser, UserTraits> {
  constructor(private readonly source: Source) {
    super(syncedUserSchema, { attributes: commonAttributes, values: {} });
  }

  /** Sets the user's name. Default: a made-up one */
  named(username: string): this {
    return this.but({ username });
  }

  /** Sets the attributes the directory has values for. */
  withAttributes(attributes: readonly string[]): this {
    return this.but({ attributes });
  }

  /** Sets the moment of `whenCreated`. */
  createdAt(created: Date): this {
    return this.but({ created });
  }

  /** Sets values, in place of made-up ones. */
  withValues(values: Readonly<Record<string, string>>): this {
    return this.but({ values: { ...this.traits.values, ...values } });
  }

  protected override draft(): unknown {
    const { faker } = this.source;
    const { attributes, username, created, values } = this.traits;
    const number = this.source.nextNumber();
    const name = username ?? `${faker.person.firstName().toLowerCase()}.${number}`;
    const made = attributes.map((attribute) => [attribute, this.value(attribute, name, created)] as const);
    return {
      user: {
        // Keys of older trackers have the signs of names.
        key: username === undefined ? `JIRAUSER${number}` : `JIRAUSER${number}+${username}`,
        name,
        displayName: faker.person.fullName(),
        emailAddress: `user.${number}@example.com`,
        password: faker.internet.password({ length: 16 }),
      },
      values: { ...Object.fromEntries(made), ...values },
    };
  }

  private value(attribute: string, username: string, created: Date | undefined): string {
    const { faker } = this.source;
    if (attribute === 'whenCreated')
      return formatWhenCreated(created ?? faker.date.past({ years: 15, refDate: TODAY }));
    if (attribute === 'displayName') return faker.person.fullName();
    if (attribute === 'mail') return `${faker.string.alphanumeric(8)}@example.com`;
    return `${faker.word.words(2)} of ${username}`;
  }
}

/** Made-up moments are before this one, so that the same seed makes the same data on any day. */
const TODAY = '2026-01-01T00:00:00Z';

interface ConnectionTraits {
  readonly attributes: readonly string[];
  readonly enabled: boolean;
}

/** Describes a connection to a directory. */
export class ConnectionBuilder extends TraitBuilder<WorldConnection, ConnectionTraits> {
  constructor(private readonly source: Source) {
    super(worldConnectionSchema, { attributes: commonAttributes, enabled: true });
  }

  /** Sets the attributes it synchronizes. */
  withAttributes(attributes: readonly string[]): this {
    return this.but({ attributes });
  }

  /** Switches it off. */
  disabled(): this {
    return this.but({ enabled: false });
  }

  protected override draft(): unknown {
    const id = this.source.nextId('connection');
    const company = this.source.faker.company.name();
    // Paths name connections, so the name has signs that a path encodes.
    return {
      id,
      name: `${company} / ${id} (R&D+1; 100%)`,
      userDn: `ou=people-${id},dc=example,dc=com`,
      ...this.traits,
    };
  }
}

interface UpdateTraits {
  readonly connectionId?: string;
  readonly update: readonly UpdateElement[];
}

/** Describes the body of `PUT /update` (document: Update request body). */
export class UpdateBuilder extends TraitBuilder<UpdateRequest, UpdateTraits> {
  constructor() {
    super(updateRequestSchema, { update: [] });
  }

  /** Names the connection, which the API wants by its id. */
  of(connection: { readonly id: string }): this {
    return this.but({ connectionId: given('of(connection)', connection, ['id'], 'connections.provide()').id });
  }

  /** Changes values of a user; each attribute goes into an object of its own, as the document's array suggests. */
  user(user: { readonly key: string }, values: Readonly<Record<string, string>>): this {
    const { key: userKey } = given('user(user, values)', user, ['key'], 'connection.users');
    const fields = Object.entries(values).map(([attribute, value]) => ({ [attribute]: value }));
    return this.element({ data: [{ userKey, fields }] });
  }

  /**
   * Changes details of the connection.
   *
   * @throws MistakeError for an empty name, which no connection has
   */
  connection(details: { readonly name?: string; readonly userDn?: string }): this {
    if (details.name === '') throw new MistakeError('A connection needs a name: leave `name` out to keep its own.');
    return this.element({ connection: [details] });
  }

  /** Adds an element of `update` as it is. */
  element(element: UpdateElement): this {
    return this.but({ update: [...this.traits.update, element] });
  }

  protected override draft(): unknown {
    if (this.traits.connectionId === undefined)
      throw new MistakeError('An update needs a connection: say of(connection) before build().');
    return this.traits;
  }
}
