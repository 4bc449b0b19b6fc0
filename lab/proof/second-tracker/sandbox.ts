import { createWorld, FIELD } from './world.js';
import type { Connection, Project, Template } from './model.js';

const world = createWorld();

const template = ({ id, values: { summary, description, priority, labels, text, number, select } }: Template) => ({
  id,
  fields: {
    summary, description, priority: { name: priority }, labels,
    [FIELD.text]: text, [FIELD.number]: number, [FIELD.select]: { value: select },
  },
});

const groupOf = ({ users }: Connection): string | undefined =>
  [...world.groups].find(([, members]) => members.length === users.size && members.every(member => users.has(member)))?.[0];

const connection = (one: Connection) => {
  const { id, name, userDn, enabled, users } = one;
  if (enabled) return { id: String(id), name, userDn, group: groupOf(one) };
  return { id: String(id), name, enabled, users: [...users.keys()].slice(0, 3).map(user => ({ username: user.name, key: user.key })) };
};

const tests = ({ key, tests: settings }: Project) => {
  const statuses = settings?.statuses.map(({ name }) => name) ?? [];
  return { key, columns: settings?.columns, statuses, defaultStatus: statuses[0], preconditions: true };
};

const projects = [...world.projects.values()];

const sandbox = {
  templates: [...world.templates.values()].filter(({ name }) => name.startsWith('Sandbox')).map(template),
  projects: projects.filter(({ name, tests: settings }) => name.startsWith('Sandbox') && !settings)
    .map(({ key, workflow }) => ({ key, templatePostFunction: workflow.postFunction ?? 'none' })),
  newProjectScreens: {
    initial: { transitionId: 1, name: 'Create', screenId: 1 },
    other: { transitionId: 31, name: 'Close', screenId: 3 },
  },
  connections: world.connections.map(connection),
  tests: { projects: projects.filter(({ name }) => name.startsWith('Sandbox tests')).map(tests) },
  plainUser: { username: 'plain', password: 'plain' },
  whitelistedUser: { username: 'listed', password: 'listed' },
  disposable: false,
};

export const settingsFor = (url: string) => ({
  TRACKER_URL: url,
  TRACKER_USERNAME: 'admin',
  TRACKER_PASSWORD: 'admin',
  TRACKER_SANDBOX: JSON.stringify(sandbox),
});
