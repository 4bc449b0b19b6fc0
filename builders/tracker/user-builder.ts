import { worldUserSchema } from '../../contracts/index.js';
import type { WorldUser } from '../../contracts/index.js';
import { Builder } from '../builder.js';
import type { Source } from '../source.js';

/** Describes a user who can log in. Key and name differ, as they do on most trackers. */
export class UserBuilder extends Builder<WorldUser> {
  readonly #source: Source;
  readonly #groups: readonly string[];

  constructor(source: Source, groups: readonly string[] = []) {
    super(worldUserSchema);
    this.#source = source;
    this.#groups = groups;
  }

  /** Makes the user a member of groups. */
  inGroups(...groups: readonly string[]): UserBuilder {
    return new UserBuilder(this.#source, [...this.#groups, ...groups]);
  }

  protected override draft(): unknown {
    const { faker } = this.#source;
    const number = this.#source.nextNumber();
    const firstName = faker.person.firstName();
    return {
      key: `JIRAUSER${number}`,
      name: `${firstName.toLowerCase()}.${number}`,
      displayName: `${firstName} ${faker.person.lastName()}`,
      emailAddress: `${firstName.toLowerCase()}.${number}@example.com`,
      password: faker.internet.password({ length: 16 }),
      token: faker.string.alphanumeric(32),
      groups: this.#groups,
    };
  }
}
