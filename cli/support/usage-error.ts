import { InvalidArgumentError } from 'commander';
import { exitCodes } from '../../reports/exit-codes.js';
import type { ExitCode } from '../../reports/exit-codes.js';
import { nearest } from '../../contracts/rules/nearest.js';

/** A command that can't be carried out as it was typed or set up; the message says what to do, and no stack follows. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.badSettings, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Reads an option with a fixed list of values. The refusal of another value suggests the nearest one. */
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
