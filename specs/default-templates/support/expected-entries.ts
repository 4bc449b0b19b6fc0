import type { ExpectedEntry, ProvidedProject, ProvidedTemplate, ProvidedType } from '../../../fixtures/index.js';

/** The entries a template has as the default of issue types of a project, all but their ids. */
export function issueTypeEntries(
  template: ProvidedTemplate,
  project: ProvidedProject,
  types: readonly ProvidedType[],
): ExpectedEntry[] {
  return types.map(({ id }) => ({
    templateId: template.id,
    projectId: project.id,
    issueTypeId: String(id),
    serviceDesk: false,
  }));
}

/** The entries a template has as the default of request types of a project, all but their ids. */
export function requestTypeEntries(
  template: ProvidedTemplate,
  project: ProvidedProject,
  types: readonly ProvidedType[],
): ExpectedEntry[] {
  return types.map(({ id }) => ({
    templateId: template.id,
    projectId: project.id,
    requestTypeId: id,
    serviceDesk: true,
  }));
}
