import { type Call, ok, type Route, routesAt, type Service } from './http.js';
import { refuse, dateTime } from './reading.js';
import { may, type Permission, type Project, type User } from './model.js';
import { Render } from './render.js';

/** Server, users, groups, permissions, issue types and fields. */
const PERMISSIONS: Readonly<Record<string, Permission | 'global'>> = {
  ADMINISTER: 'global', SYSTEM_ADMIN: 'global', ADMINISTER_PROJECTS: 'administer', BROWSE_PROJECTS: 'browse', CREATE_ISSUES: 'create', EDIT_ISSUES: 'edit',
  TRANSITION_ISSUES: 'edit', DELETE_ISSUES: 'administer', ADD_COMMENTS: 'edit', CREATE_ATTACHMENTS: 'edit',
};

const has = (user: User, permission: Permission | 'global', project: Project | null): boolean => {
  if (user.administrator) return true;
  if (permission === 'global') return false;
  return project ? may(user, permission, project) : user.grants[permission].size > 0;
};

export const paged = (call: Call, defaultSize: number): { startAt: number; maxResults: number } => ({
  startAt: Math.max(0, Number.parseInt(call.query.get('startAt') ?? '', 10) || 0),
  maxResults: Math.max(0, Number.parseInt(call.query.get('maxResults') ?? '', 10) || defaultSize),
});

export function peopleRoutes(service: Service): Route[] {
  const { world } = service;
  const api = routesAt('/rest/api/2', false);
  const render = new Render(service);

  const askedProject = ({ query }: Call): Project | null => {
    const key = query.get('projectKey');
    return key === null ? null : world.projects.get(key) ?? refuse(404, `No project could be found with key '${key}'.`);
  };

  api.get('/serverInfo', () => ok({
    baseUrl: service.url, version: '9.12.15', versionNumbers: [9, 12, 15], deploymentType: 'Server', buildNumber: 9120015, buildDate: '2024-10-30T00:00:00.000+0000', databaseBuildNumber: 9120015,
    serverTime: dateTime(Date.now()), scmInfo: '0000000000000000000000000000000000000000', serverTitle: 'Second tracker',
  }), true);
  api.get('/myself', call => ok(render.fullUser(call.user)));
  api.get('/mypermissions', call => {
    const project = askedProject(call);
    const entries = Object.entries(PERMISSIONS).map(([key, of], index) => [key, {
      id: String(index), key, name: key.toLowerCase().replaceAll('_', ' '), type: of === 'global' ? 'GLOBAL' : 'PROJECT', description: '', havePermission: has(call.user, of, project),
    }]);
    return ok({ permissions: Object.fromEntries(entries) });
  });
  api.get('/user', call => {
    const name = call.query.get('username');
    const key = call.query.get('key');
    const user = name !== null ? world.users.get(name) : key !== null ? world.usersByKey.get(key) : refuse(400, 'Either username or key must be given.');
    return user ? ok(render.fullUser(user)) : refuse(404, name !== null ? `The user named '${name}' does not exist` : `The user with the key '${key ?? ''}' does not exist`);
  });
  api.get('/group/member', call => {
    const group = call.query.get('groupname') ?? '';
    if (!call.user.administrator) return refuse(403, 'You do not have permission to see this group.');
    const members = world.groups.get(group) ?? refuse(404, `The group named '${group}' does not exist.`);
    const { startAt, maxResults: asked } = paged(call, 50);
    const maxResults = Math.min(asked, 50);
    const sorted = [...members].sort((a, b) => a.name.localeCompare(b.name));
    const isLast = startAt + maxResults >= sorted.length;
    const address = (start: number): string => `${service.url}/rest/api/2/group/member?groupname=${encodeURIComponent(group)}&includeInactiveUsers=false&startAt=${start}&maxResults=${maxResults}`;
    return ok({ self: address(startAt), ...(isLast ? {} : { nextPage: address(startAt + maxResults) }), maxResults, startAt, total: sorted.length, isLast, values: sorted.slice(startAt, startAt + maxResults).map(render.user) });
  });
  api.get('/issuetype', () => ok(world.issueTypes.map(render.issueType)));
  const systemFields = { summary: 'string', description: 'string', project: 'project', issuetype: 'issuetype', status: 'status', priority: 'priority', labels: 'array', reporter: 'user', creator: 'user', assignee: 'user', created: 'datetime', updated: 'datetime', components: 'array', attachment: 'array', comment: 'comments-page', issuelinks: 'array', subtasks: 'array', duedate: 'date', environment: 'string', resolution: 'resolution', fixVersions: 'array', versions: 'array' };
  const displayNames: Readonly<Record<string, string>> = { issuetype: 'Issue Type', components: 'Component/s', issuelinks: 'Linked Issues', subtasks: 'Sub-Tasks', duedate: 'Due Date', fixVersions: 'Fix Version/s', versions: 'Affects Version/s' };
  const customTypes = { steps: 'any', preconditions: 'string', tcTemplate: 'any', requirement: 'any', template: 'any', text: 'string', number: 'number', select: 'option', requestType: 'sd-customerrequesttype' };
  api.get('/field', () => ok([
    ...Object.entries(systemFields).map(([id, type]) => ({ id, name: displayNames[id] ?? `${id[0]?.toUpperCase()}${id.slice(1)}`, custom: false, orderable: true, navigable: true, searchable: true, clauseNames: [id], schema: { type, system: id } })),
    ...world.fields.map(({ id, name, kind }) => ({
      id, name, custom: true, orderable: true, navigable: true, searchable: true, clauseNames: [`cf[${id.slice(12)}]`, name], schema: { type: customTypes[kind], custom: `com.example.plugin:${kind}`, customId: Number(id.slice(12)) },
    })),
  ]));

  return api.routes;
}
