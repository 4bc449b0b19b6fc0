export { default } from './specs/playwright.config.js';
