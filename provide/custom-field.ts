import type { Field } from '../contracts/index.js';
import { MissingFieldError } from '../client/errors.js';

/** The custom field with this id or name. @throws MissingFieldError */
export function customField(idOrName: string, fields: readonly Field[]): Field {
  const custom = fields.filter((field) => field.custom);
  const found = custom.find(({ id }) => id === idOrName) ?? custom.find(({ name }) => name === idOrName);
  if (found !== undefined) return found;
  throw new MissingFieldError(
    idOrName,
    custom.map((field) => field.name),
  );
}
