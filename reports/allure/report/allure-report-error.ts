/** Why there is no Allure report, in one sentence that says what to do. */
export class AllureReportError extends Error {
  override readonly name = 'AllureReportError';
}
