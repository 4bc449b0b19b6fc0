import { defineConfig } from '@playwright/test';
import { apiOnly } from 'tracker-e2e';

/** All it takes to run a spec of one's own: `npx playwright test -c examples` after `npm run build`. */
export default defineConfig({
  testDir: '.',
  testIgnore: 'consumer/**',
  use: apiOnly,
});
