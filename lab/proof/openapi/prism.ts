import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../../contracts/index.js';
import { installOutside } from '../../tools/install-outside.js';

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

/** A Prism that runs. */
export interface Prism {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Prism as a proxy that checks what passes by a document, and says so in a header of its answers. */
export async function startPrism(command: string, document: string, upstream: string): Promise<Prism> {
  const child = spawn(process.execPath, [command, 'proxy', document, upstream, '--port', '0'], {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (text: string) => {
      output = (output + text).slice(-20_000);
      const [, address] = /Prism is listening on (http:\S+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.once('error', reject).once('exit', () => reject(new Error(`Prism ended before it listened: ${output}`)));
  });
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill()) await ended;
    },
  };
}
