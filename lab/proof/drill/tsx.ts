import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** The module that Node imports first to run sources. */
export const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
