import { worldConnectionSchema } from '../../contracts/index.js';
import type { WorldConnection } from '../../contracts/index.js';
import { Builder } from '../builder.js';
import type { Source } from '../source.js';
import { commonAttributes } from './synced-user-builder.js';

interface Traits {
  readonly attributes: readonly string[];
  readonly enabled: boolean;
}

/** Describes a connection to a directory. */
export class ConnectionBuilder extends Builder<WorldConnection> {
  readonly #source: Source;
  readonly #traits: Traits;

  constructor(source: Source, traits: Traits = { attributes: commonAttributes, enabled: true }) {
    super(worldConnectionSchema);
    this.#source = source;
    this.#traits = traits;
  }

  /** Sets the attributes it synchronizes. */
  withAttributes(attributes: readonly string[]): ConnectionBuilder {
    return new ConnectionBuilder(this.#source, { ...this.#traits, attributes });
  }

  /** Switches it off. */
  disabled(): ConnectionBuilder {
    return new ConnectionBuilder(this.#source, { ...this.#traits, enabled: false });
  }

  protected override draft(): unknown {
    const id = this.#source.nextId('connection');
    const company = this.#source.faker.company.name();
    return { id, name: `${company} / ${id}`, userDn: `ou=people-${id},dc=example,dc=com`, ...this.#traits };
  }
}
