import type * as z from 'zod';

/** How many problems of a value are reported. */
const TOLD = 20;

/**
 * The first problems of a value, each with its place. The last text says how many more there are.
 *
 * @param whole the name of the place if it is the whole value
 */
export function firstProblems(
  { issues }: z.ZodError,
  whole: string,
): readonly (readonly [place: string, message: string])[] {
  const told = issues
    .slice(0, TOLD)
    .map(({ path, message }) => [path.map(String).join('.') || whole, message] as const);
  const left = issues.length - told.length;
  return left === 0 ? told : [...told, [whole, `${left} more problems`] as const];
}
