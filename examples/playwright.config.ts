import { defineConfig } from '@playwright/test';
import { apiOnly } from 'tracker-e2e';

/** The smallest configuration that runs a spec: `npx playwright test -c examples` after `npm run build`. */
export default defineConfig({
  testDir: '.',
  testIgnore: ['consumer/**', 'page/**', 'results/**'],
  use: apiOnly,
});
