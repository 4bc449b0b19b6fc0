/** Loaded by `node --import`: entries of this package are loaded from the bundle TRACKER_BUNDLE, not from their sources. */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

const { TRACKER_BUNDLE: bundle = '' } = process.env;
/** @type {Record<string, string>} */
const entries = JSON.parse(readFileSync(join(bundle, 'entries.json'), 'utf8'));
/** The URL of each bundled module by that of its source. */
const modules = new Map(
  Object.entries(entries).map(([source, module]) => [
    pathToFileURL(source).href,
    pathToFileURL(join(bundle, module)).href,
  ]),
);

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const url = modules.get(found.url);
  return url === undefined ? found : { ...found, url, format: 'module' };
}
