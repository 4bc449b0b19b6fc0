import { join } from 'node:path';
import { bundledPage } from '../../tools/bundle-page.js';

/** The script of the matrix page, and a style of its own. This file runs only in a checkout: `npm run build` replaces it by its result. */
export const pageSources = bundledPage(
  join(import.meta.dirname, '../matrix/browser'),
  'matrix-page.ts',
  '../../compare/compare-page.css',
);
