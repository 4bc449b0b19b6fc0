/** How many steps one request may take: at most a second of work. A step is about 20 nanoseconds. */
const LIMIT = 20_000_000;

/** A request that would take too many steps. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';

  constructor() {
    super(
      `The request takes more than ${LIMIT} steps, about a second of work in which the fake answers nobody else. ` +
        'Ask for less at once: fewer elements, conditions or values, or a smaller page.',
    );
  }
}

/** The steps that are left to what is running. Outside of a request nothing is counted. */
let left = Infinity;

/**
 * Counts steps of the running request: reading and writing rows, and whatever else can be much. It counts what is done,
 * because a short request can ask for much. @throws TooMuchWork
 */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooMuchWork();
}

/** Refuses work early if there are not enough steps left for it. @throws TooMuchWork */
export function requireSteps(steps: number): void {
  if (steps > left) throw new TooMuchWork();
}

/** Runs a part of a request that must not take too many steps. @throws TooMuchWork */
export function limited<Result>(action: () => Result): Result {
  return within(LIMIT, action);
}

/** Runs what has to be finished, however many steps it takes. */
export function unlimited<Result>(action: () => Result): Result {
  return within(Infinity, action);
}

function within<Result>(steps: number, action: () => Result): Result {
  const outer = left;
  left = steps;
  try {
    return action();
  } finally {
    left = outer;
  }
}
