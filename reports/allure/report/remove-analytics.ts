const analyticsScript = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const analyticsAddress = /googletagmanager\.com|google-analytics\.com|\bgtag\(/;

/** Takes the Google Analytics scripts out of a page Allure generated: a report is read offline, and in private. */
export function removeAnalytics(page: string): string {
  return page.replaceAll(analyticsScript, (script) => (analyticsAddress.test(script) ? '' : script));
}

/** Whether a page still asks for Google Analytics. */
export function hasAnalytics(page: string): boolean {
  return analyticsAddress.test(page);
}
