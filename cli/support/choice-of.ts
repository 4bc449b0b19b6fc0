import { InvalidArgumentError } from 'commander';
import { nearest } from '../../contracts/rules/nearest.js';

/** Reads an option that has one of some values; a value that is none of them is refused with the one that is meant. */
export function choiceOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((one) => one === text);
    if (value !== undefined) return value;
    const near = nearest(text, values);
    throw new InvalidArgumentError(
      near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Allowed choices are ${values.join(', ')}.`,
    );
  };
}
