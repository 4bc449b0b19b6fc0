import type { ProvidedProject, ProvidedTemplate, TestFixtures } from '../../../fixtures/index.js';

/** Assigns a template to all issue types of projects, and to all request types of service desks. */
export async function assignAll(
  { templates, entries, build }: Pick<TestFixtures, 'templates' | 'entries' | 'build'>,
  ...projects: readonly ProvidedProject[]
): Promise<ProvidedTemplate> {
  const template = await templates.provide();
  const everywhere = projects.reduce(
    (defaults, project) =>
      project.requestTypes.length > 0
        ? defaults.requestTypes(project, project.requestTypes)
        : defaults.issueTypes(project, project.issueTypes),
    build.defaults,
  );
  await entries.assign(template, everywhere.build());
  return template;
}
