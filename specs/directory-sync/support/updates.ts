import type { Builders } from '../../../builders/index.js';
import { test as base } from '../../../fixtures/index.js';
import type { ProvidedConnection, TestFixtures } from '../../../fixtures/index.js';

type Describe = (update: Builders['update']) => Builders['update'];

interface UpdateFixtures {
  readonly update: (
    connection: Pick<ProvidedConnection, 'id'>,
    describe: Describe,
  ) => ReturnType<TestFixtures['directorySync']['updateUsers']>;
  /** Sends an update of a connection, and tells what it did to the connection and its users. */
  readonly changesByUpdate: (
    connection: ProvidedConnection,
    describe: Describe,
  ) => ReturnType<TestFixtures['connections']['changesBy']>;
}

export const test = base.extend<UpdateFixtures>({
  update: async ({ directorySync, build }, use) => {
    await use((connection, describe) =>
      directorySync.updateUsers({ body: describe(build.update.of(connection)).build() }),
    );
  },
  changesByUpdate: async ({ connections, update }, use) => {
    await use((connection, describe) => connections.changesBy(connection, () => update(connection, describe)));
  },
});
