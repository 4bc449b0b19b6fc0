import type { Issue, ProvidedTemplate } from '../../../fixtures/index.js';

type Values = Readonly<Record<string, unknown>>;

/** The values an issue has in these fields, lists in alphabetical order. */
export function valuesIn(issue: Issue, fields: readonly string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, inOrder(issue.fields[field])]));
}

/** The values a template gives to its issues, lists in alphabetical order, fields the test names left out. */
export function templateValues({ fields }: ProvidedTemplate, but: readonly string[] = []): Values {
  const kept = Object.entries(fields).filter(([field]) => !but.includes(field));
  return Object.fromEntries(kept.map(([field, value]) => [field, inOrder(value)]));
}

/** The index of the template whose values an issue has; -1 if there is none. */
export function indexOfSource(issue: Issue, templates: readonly ProvidedTemplate[]): number {
  return templates.findIndex((template) => {
    const wanted = templateValues(template);
    return fits(valuesIn(issue, Object.keys(wanted)), wanted);
  });
}

/** The fields in which an issue has the value of a template. */
export function fieldsFilledFrom(issue: Issue, template: ProvidedTemplate): string[] {
  const wanted = templateValues(template);
  return Object.keys(wanted).filter((field) => fits(inOrder(issue.fields[field]), wanted[field]));
}

function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? value.toSorted() : value;
}

/** Whether a value has everything that another has: an answer says more of a priority than a request. */
function fits(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(wanted).every(([key, part]) => fits((value as Values)[key], part));
}
