import type { WorldInput } from '../../../contracts/index.js';
import { documentsWorld } from '../../../fake/index.js';

const ISSUE_TYPE = 10001;

/** The configuration that the documents of this project give: one line. */
export const subjectConfig =
  "import { apiOnly } from 'tracker-e2e';\nexport default { use: apiOnly, outputDir: 'out', respectGitIgnore: false };\n";

/** A file of tests with our fixtures: each assigns a template in a project of its own, lists its entries, removes them. */
export function subjectSpec(places: readonly number[]): string {
  const tests = places.map(
    (place) => `
test('assigns, lists and removes ${place}', async ({ defaultTemplates, projects, templates, build }) => {
  const project = await projects.provide({ issueTypes: 1 });
  const template = await templates.provide();
  const body = build.defaults.issueTypes(project, project.issueTypes).build();

  const created = await defaultTemplates.create({ templateId: template.id, body });
  expect(created).toHaveStatus(200);

  const listed = await defaultTemplates.listByProject({ projectIdOrKey: project.key });
  expect(listed).toHaveStatus(200);
  expect(listed.json).toMatchObject([{ templateId: template.id }]);

  const removed = await defaultTemplates.deleteByProject({ projectIdOrKey: project.key });
  expect(removed).toHaveStatus(200);
});
`,
  );
  return `import { expect, test } from 'tracker-e2e';\n${tests.join('')}`;
}

/**
 * The same in bare Playwright. Its projects and templates are there from the start, one of each for a test, so that it
 * need not make them.
 */
export function bareSpec(places: readonly number[], url: string): string {
  const api = `${url}/rest/api/it/1.0/default-template`;
  const tests = places.map(
    (place) => `
test('assigns, lists and removes ${place}', async ({ request }) => {
  const created = await request.post('${api}/template/${idAt(place)}', {
    headers,
    data: { defaults: [{ projectKey: '${keyAt(place)}', issueTypeIds: [${ISSUE_TYPE}] }] },
  });
  expect(created.status()).toBe(200);

  const listed = await request.get('${api}/project/${keyAt(place)}', { headers });
  expect(listed.status()).toBe(200);
  expect(await listed.json()).toMatchObject([{ templateId: ${idAt(place)} }]);

  const removed = await request.delete('${api}/project/${keyAt(place)}', { headers });
  expect(removed.status()).toBe(200);
});
`,
  );
  const headers = `const headers = { authorization: 'Basic ${Buffer.from('admin:admin').toString('base64')}' };\n`;
  return `import { expect, test } from '@playwright/test';\n\n${headers}${tests.join('')}`;
}

/** The tracker of the tests in bare Playwright. */
export function bareWorld(count: number): WorldInput {
  const regular = documentsWorld.projects.find(({ issueTypeIds }) => issueTypeIds.includes(ISSUE_TYPE));
  if (regular === undefined) throw new Error(`The bundled world has no project with the issue type ${ISSUE_TYPE}.`);
  const places = Array.from({ length: count }, (_, place) => place);
  return {
    ...documentsWorld,
    projects: [
      ...documentsWorld.projects,
      ...places.map((place) => ({
        ...regular,
        requestTypes: [],
        id: idAt(place),
        key: keyAt(place),
        name: keyAt(place),
      })),
    ],
    templates: [
      ...(documentsWorld.templates ?? []),
      ...places.map((place) => ({ id: idAt(place), name: keyAt(place) })),
    ],
  };
}

function idAt(place: number): number {
  return 100_000 + place;
}

function keyAt(place: number): string {
  return `P${place}`;
}
