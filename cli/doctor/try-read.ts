import { SetupError } from '../../fixtures/errors.js';

/** What a read gave, or the status it was refused with. */
export type ReadResult<Data> =
  { readonly data: Data; readonly refused?: never } | { readonly data?: never; readonly refused: SetupError };

/** Runs a read; a refusal is a result too. Anything else is thrown on. */
export async function tryRead<Data>(read: () => Promise<Data>): Promise<ReadResult<Data>> {
  try {
    return { data: await read() };
  } catch (error) {
    if (error instanceof SetupError) return { refused: error };
    throw error;
  }
}
