import { join } from 'node:path';
import type { OpenApiDocument } from '../../../contracts/index.js';
import { installOutside } from '../../tools/install-outside.js';
import { startServer } from '../processes.js';
import type { ServerProcess } from '../processes.js';

/** Installs Prism outside this project, if that has not been done yet. @returns the file of its command */
export function installPrism(): string {
  return join(installOutside('@stoplight/prism-cli@5.12.0'), '@stoplight/prism-cli/dist/index.js');
}

/** The method in place of a GET with a body, which Prism refuses to pass on. */
export const GET_WITH_BODY = 'patch';

/** The document as Prism gets it: a GET that takes a body stands there a second time, under a method that Prism passes on. */
export function prismDocument(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const { get } = operations;
    if (get?.requestBody === undefined) return [path, operations] as const;
    return [path, { ...operations, [GET_WITH_BODY]: { ...get, operationId: `${get.operationId}WithBody` } }] as const;
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Starts Prism as a proxy that checks what passes by a document, and says so in a header of its answers. */
export function startPrism(command: string, document: string, upstream: string): Promise<ServerProcess> {
  const args = [command, 'proxy', document, upstream, '--port', '0'];
  return startServer(args, /Prism is listening on (http:\S+)/, { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' });
}
