import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** The parts of a page in one file. */
export interface PageSources {
  readonly script: string;
  readonly style: string;
}

/**
 * Bundles the script and the style of a page when they are first asked for.
 *
 * @param folder the page's own folder
 * @param script the module that runs in the browser, in that folder
 * @param style its style sheet
 */
export function bundledPage(folder: string, script: string, style: string): () => PageSources {
  let sources: PageSources | undefined;
  return () => (sources ??= { script: bundle(join(folder, script)), style: bundle(join(folder, style)) });
}

function bundle(file: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}
