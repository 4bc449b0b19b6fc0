import type { Endpoint } from '../../contracts/index.js';

/** An endpoint as the fake serves it: it never sees the schema of its answers. */
export type ServedEndpoint = Omit<Endpoint, 'response'>;
