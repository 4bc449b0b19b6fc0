import { readId, readObject } from '../read-id.js';
import { selfUrl } from '../view.js';
import type { View } from '../view.js';
import { FieldFault } from './value-kind.js';
import type { ValueKind } from './value-kind.js';

/** One of a custom field's options, named by its value or its id, which is its place in the list from 1. */
export function selectKind(options: readonly string[]): ValueKind {
  const renderOption = (value: string, view: View) => {
    const id = options.indexOf(value) + 1;
    return { self: selfUrl(view, 'customFieldOption', id), value, id: String(id), disabled: false };
  };
  return {
    schema: { type: 'option' },
    unset: null,
    list: false,
    read: (value) => {
      const option = readObject(value);
      if (option === undefined) throw new FieldFault("Could not find valid 'id' or 'value' in the option object.");
      const id = readId(option['id']);
      const found = options.find((text, index) => text === option['value'] || index + 1 === id);
      if (found !== undefined) return { value: found };
      const offered = options.join(', ');
      throw new FieldFault(
        typeof option['value'] === 'string'
          ? `Option value '${option['value']}' is not valid. It is one of: ${offered}.`
          : `Option id is not valid. The values are: ${offered}.`,
      );
    },
    render: (kept, view) => renderOption((kept as { value: string }).value, view),
    allowedValues: (view) => options.map((option) => renderOption(option, view)),
  };
}
