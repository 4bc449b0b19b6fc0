import { updateRequestSchema } from '../../contracts/index.js';
import type { UpdateElement, UpdateRequest } from '../../contracts/index.js';
import { Builder } from '../builder.js';

/** Describes the body of `PUT /update` (document: Update request body). */
export class UpdateBuilder extends Builder<UpdateRequest> {
  readonly #connectionId: string;
  readonly #elements: readonly UpdateElement[];

  constructor(connectionId = '', elements: readonly UpdateElement[] = []) {
    super(updateRequestSchema);
    this.#connectionId = connectionId;
    this.#elements = elements;
  }

  /** Names the connection, which the API wants by its id. */
  of(connection: { readonly id: string }): UpdateBuilder {
    return new UpdateBuilder(connection.id, this.#elements);
  }

  /** Changes values of a user; each attribute goes into an object of its own, as the document's array suggests. */
  user(user: { readonly key: string }, values: Readonly<Record<string, string>>): UpdateBuilder {
    const fields = Object.entries(values).map(([attribute, value]) => ({ [attribute]: value }));
    return this.element({ data: [{ userKey: user.key, fields }] });
  }

  /** Changes details of the connection. */
  connection(details: { readonly name?: string; readonly userDn?: string }): UpdateBuilder {
    return this.element({ connection: [details] });
  }

  /** Adds an element of `update` as it is. */
  element(element: UpdateElement): UpdateBuilder {
    return new UpdateBuilder(this.#connectionId, [...this.#elements, element]);
  }

  protected override draft(): unknown {
    return { connectionId: this.#connectionId, update: this.#elements };
  }
}
