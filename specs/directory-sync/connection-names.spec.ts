import { covers, describeEndpoint, expect, skipAsUnavailable, test } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';
import { isEmptyAnswer } from './support/is-empty-answer.js';

for (const call of allCalls.filter(({ path }) => path.includes('idOrName'))) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'does not take the beginning of a connection’s name for its name',
      covers('AD-04'),
      async ({ directorySync, connections }) => {
        const connection = await connections.provide();
        const beginning = connection.name.slice(0, -1);
        skipAsUnavailable(beginning === '', 'The name of the connection is one character.');
        const all = await directorySync.listConnections();
        skipAsUnavailable(Object.hasOwn(all.data, beginning), `There is a connection ${beginning}, too.`);

        const response = await call.send(directorySync, connection, { idOrName: beginning });

        expect(isEmptyAnswer(response), `${response.endpoint} answers ${beginning} as ${connection.name}`).toBe(true);
      },
    );
  });
}
