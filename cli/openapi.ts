import type { SubCommand } from './support/sub-command.js';
import { openApiDocument } from '../contracts/index.js';
import { settingsOfCommand } from './support/settings.js';
import { print } from '../client/print.js';
import { expectationsOf } from '../client/settings/settings.js';

const FAKE_URL = 'http://127.0.0.1:8099';

export function addOpenApiCommand(command: SubCommand, version: string): void {
  command
    .description('print the three APIs as an OpenAPI 3.1 document, made from the endpoint table')
    .notes([
      'The server is TRACKER_URL, or the fake at its usual address; paths follow TRACKER_BASE_PATHS, and open questions',
      'TRACKER_ASSUMPTIONS.',
      'Exit codes: 0 printed, 2 bad settings.',
      'Examples:',
      '  TRACKER_URL=https://tracker.example.com/jira tracker-e2e openapi > openapi.json',
    ])
    .action(() => {
      print(documentText(version));
    });
}

function documentText(version: string): string {
  const settings = settingsOfCommand();
  const { external, basePaths } = settings;
  const serverUrl = external?.url ?? FAKE_URL;
  const document = openApiDocument({
    version,
    serverUrl,
    basePaths,
    assumptions: expectationsOf(settings).assumptions,
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
