import { createRequire } from 'node:module';
import { AllureReportError } from './allure-report-error.js';

/**
 * A file of the installed package `allure`, from which its own packages are found.
 *
 * @throws AllureReportError if the package is not installed
 */
export function findAllure(resolve: (name: string) => string = createRequire(import.meta.url).resolve): string {
  try {
    return resolve('allure');
  } catch (cause) {
    throw new AllureReportError('The package allure is not installed: npm install --save-dev allure@3', { cause });
  }
}
