import { join } from 'node:path';
import { bundledPage } from '../../lab/tools/bundle-page.js';

/**
 * The script and the style of the console. This file runs only in a checkout: `npm run build` replaces it with its
 * result.
 */
export const consoleSources = bundledPage(join(import.meta.dirname, 'browser'), 'main.ts', 'console.css');
