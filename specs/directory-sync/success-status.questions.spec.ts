import { covers, describeEndpoint, expect, test } from '../../fixtures/index.js';
import { allCalls } from './support/calls.js';

const reads = allCalls.flatMap(({ reads: kind, ...call }) => (kind === undefined ? [] : [{ ...call, kind }]));

for (const { name, kind, send } of reads) {
  test.describe(...describeEndpoint(name), () => {
    test(
      'succeeds with the status it is assumed to',
      covers('AD-N16'),
      async ({ directorySync, connections, observe }) => {
        const connection = await connections.provide();

        const response = await send(directorySync, connection);

        expect(response).toFitContract();
        observe('AD-N16', { [kind]: response.status });
      },
    );
  });
}
