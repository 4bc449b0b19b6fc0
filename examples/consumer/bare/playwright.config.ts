import { defineConfig } from '@playwright/test';
import { apiOnly } from 'tracker-e2e';

export default defineConfig({ testDir: '.', outputDir: '../test-results/bare', use: apiOnly, reporter: 'line' });
