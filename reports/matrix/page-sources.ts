import { join } from 'node:path';
import { bundledPage } from '../../lab/tools/bundle-page.js';

/** The script and the style of the matrix page. This file runs only in a checkout: `npm run build` replaces it by its result. */
export const matrixSources = bundledPage(join(import.meta.dirname, 'browser'), 'matrix-page.ts', 'matrix-page.css');
