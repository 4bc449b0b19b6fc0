import type { SandboxSettings } from '../../../../fixtures/settings/sandbox.js';
import { entriesOf } from './pre-existing-data.js';
import { sandboxConnection } from './directories.js';
import type { Parts } from './parts.js';
import { sandboxTests, testProjectOf } from './test-projects.js';

/** The sandbox of the suite, as rows of the tracker and as the content of the file that TRACKER_SANDBOX names. */
export function sandboxOf({ context, people, catalogue, tests, directories, project, templates }: Parts) {
  const lead = people.administrator.key;
  const projects = (['overwrite', 'keep'] as const).flatMap((workflow) =>
    [0, 3, 0, 0, 3].map((requestTypes) => ({ workflow, row: project({ lead, workflow, requestTypes }) })),
  );
  const testProjects = (['works', 'short', 'long'] as const).map((kind, index) =>
    testProjectOf(context, tests, { key: `ENSAIO${index + 1}`, kind, lead }),
  );
  const made = templates(10);
  const sandbox: SandboxSettings = {
    templates: made.map(({ id, fields }) => ({ id, fields })),
    projects: projects.map(({ workflow, row }) => ({ key: row.key, templatePostFunction: workflow })),
    createProjects: true,
    newProjectScreens: catalogue.newProjectScreens,
    connections: [...directories.sandbox, directories.closed].map(sandboxConnection),
    tests: sandboxTests(tests, testProjects),
    plainUser: {
      username: people.plain.name,
      password: people.plain.password,
      token: people.plain.token,
    },
    templateField: catalogue.fields.template.name,
    disposable: false,
  };
  return {
    projects: [...projects.map(({ row }) => row), ...testProjects],
    templates: made,
    // A sandbox is seldom empty: some of its templates are defaults already, and no test may touch those.
    entries: made
      .slice(0, 4)
      .flatMap((template, index) =>
        projects
          .slice(index, index + 2)
          .flatMap(({ row }) =>
            entriesOf(context.id, { ...row, requestTypes: row.requestTypes.slice(0, 1) }, template),
          ),
      ),
    sandbox,
  };
}
