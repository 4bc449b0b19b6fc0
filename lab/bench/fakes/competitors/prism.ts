import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePathsSchema, openApiDocument, withAssumptions } from '../../../../contracts/index.js';
import { installOutside } from '../../../tools/install-outside.js';
import { startServer } from '../../start-server.js';
import type { Competitor } from '../competitor.js';
import { examples } from '../examples.js';

/** Prism as a mock server of our OpenAPI document, with an example for each job. */
export const prism: Competitor = {
  dialect: 'tracker',
  without: 'answers an example each time: it turns no page and keeps no change; validates',
  start: (folder) => {
    const command = join(installOutside('lab/proof/openapi/prism'), '@stoplight/prism-cli/dist/index.js');
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(documentWithExamples()));
    const flags = ['--host', '127.0.0.1', '--verboseLevel', 'silent'];
    return startServer(process.execPath, (port) => [command, 'mock', file, '--port', String(port), ...flags]);
  },
};

function documentWithExamples(): unknown {
  const basePaths = basePathsSchema.parse({});
  const document = openApiDocument({ version: '0.0.0', serverUrl: '/', basePaths, assumptions: withAssumptions({}) });
  const { page, change, create } = examples();
  const byOperation: Readonly<Record<string, unknown>> = { listUsers: page, setStepStatus: change, create };
  // Every answer that succeeds stands under 2XX, which Prism needs as the status to give.
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    const { operationId, responses } = (value ?? {}) as { operationId?: string; responses?: object };
    if (operationId === undefined || responses === undefined || !Object.hasOwn(byOperation, operationId)) return value;
    const answer = { description: 'Done.', content: { 'application/json': { example: byOperation[operationId] } } };
    return { ...(value as object), responses: { 200: answer } };
  });
}
