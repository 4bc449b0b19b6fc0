import { defineConfig } from '@playwright/test';

/** Page tests of a small web application, in Chromium, with the tracker behind it. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  reporter: [['line']],
  use: { browserName: 'chromium' },
});
