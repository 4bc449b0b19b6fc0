/** How long an asynchronous creation is waited for, and how long between two looks, in milliseconds. */
export const UNTIL_CREATED = { timeout: 20_000, intervals: [10, 50, 100, 250, 500, 1_000] };
