/** How long an asynchronous creation is waited for, in milliseconds. */
export const UNTIL_CREATED = { timeout: 20_000 };
