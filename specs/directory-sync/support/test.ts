import { test as base } from '../../../fixtures/index.js';
import type { ProvidedConnection } from '../../../fixtures/index.js';
import { readView } from './view.js';
import type { View } from './view.js';

/** `test` with a view of everything that can be read of a connection, to compare before and after. */
export const test = base.extend<{ view: (connection: ProvidedConnection) => Promise<View> }>({
  view: [({ tracker }, use) => use((connection) => readView(tracker, connection)), { box: true }],
});
