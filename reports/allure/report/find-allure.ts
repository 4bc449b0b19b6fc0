import { createRequire } from 'node:module';

/** Why there is no Allure report, in one sentence that says what to do. */
export class AllureReportError extends Error {
  override readonly name = 'AllureReportError';
}

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
