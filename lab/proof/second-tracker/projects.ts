import { createIssue } from './create-issue.js';
import { bodyOf, type Call, empty, json, ok, part, type Route, routesAt, type Service } from './http.js';
import { refuse, Refusal, dateTime } from './reading.js';
import { deleteIssue } from './issues.js';
import { type Component, may, type Permission, type Project, type RequestType, type ServiceDesk, workflowOf } from './model.js';
import type { JsonObject } from './reading.js';
import { Render } from './render.js';
import { newProject } from './world.js';

/** Milliseconds that making and deleting a project takes. */
const PROJECT_DELAY = 200;

export function projectRoutes(service: Service): Route[] {
  const { world, trackerReading: reading } = service;
  const api = routesAt('/rest/api/2', false);
  const render = new Render(service);
  const body = (call: Call): JsonObject => reading.object(bodyOf(call, service), 'The body');

  const projectOf = (call: Call, permission: Permission = 'browse'): Project => {
    const name = part(call, 'project');
    const project = world.projects.get(name) ?? world.projectsById.get(Number(name));
    if (!project || !may(call.user, 'browse', project)) return refuse(404, `No project could be found with key '${name}'.`);
    return may(call.user, permission, project) ? project : refuse(403, 'You cannot edit the configuration of this project.');
  };
  const componentsOf = (project: Project): Component[] => [...world.components.values()].filter(component => component.project === project);
  const full = (project: Project): Record<string, unknown> => ({
    expand: 'description,lead,url,projectKeys', ...render.projectRef(project), description: project.description ?? '', lead: render.user(project.lead), components: componentsOf(project).map(render.component),
    issueTypes: project.issueTypes.map(render.issueType), assigneeType: 'PROJECT_LEAD', versions: [], roles: { Administrators: `${service.url}/rest/api/2/project/${project.id}/role/10002` }, archived: false,
  });

  api.get('/project', call => ok([...world.projects.values()].filter(project => may(call.user, 'browse', project)).map(project => ({ expand: 'description,lead,url,projectKeys', ...render.projectRef(project) }))), true);
  api.get('/project/:project', call => ok(full(projectOf(call))));
  api.post('/project', async call => {
    if (!call.user.administrator) refuse(403, 'You must have global administrator rights in order to create new projects.');
    const given = body(call);
    const key = reading.text(given['key'], 'key') ?? '', name = reading.text(given['name'], 'name') ?? '', type = reading.text(given['projectTypeKey'], 'projectTypeKey') ?? 'software';
    if (!/^[A-Z][A-Z0-9_]{1,9}$/.test(key) || world.projects.has(key)) throw new Refusal(400, [], { projectKey: 'This is no project key, or it is taken.' });
    if (!name || [...world.projects.values()].some(project => project.name === name)) throw new Refusal(400, [], { projectName: 'There is no name, or it is taken.' });
    const lead = world.users.get(reading.text(given['lead'], 'lead') ?? call.user.name) ?? refuse(400, 'The project lead does not exist.');
    const project = newProject(world, { id: world.nextId(), key, name, lead, desk: type === 'service_desk' });
    project.description = reading.text(given['description'], 'description') ?? '';
    await service.pause(PROJECT_DELAY);
    return json(201, { self: `${service.url}/rest/api/2/project/${project.id}`, id: project.id, key });
  });
  api.delete('/project/:project', async call => {
    const project = projectOf(call);
    if (!call.user.administrator) refuse(403, 'You must have global administrator rights in order to delete projects.');
    for (const issue of [...world.issues.values()]) if (issue.project === project) deleteIssue(issue, service);
    for (const entry of [...world.entries.values()]) if (entry.project === project) world.entries.delete(entry.id);
    for (const component of componentsOf(project)) world.components.delete(component.id);
    world.projects.delete(project.key);
    world.projectsById.delete(project.id);
    await service.pause(PROJECT_DELAY);
    return empty(204);
  });
  api.get('/project/:project/statuses', call => {
    const project = projectOf(call);
    return ok(project.issueTypes.map(type => {
      const names = new Set(workflowOf(project, type).transitions.map(({ to }) => to));
      return { self: `${service.url}/rest/api/2/issuetype/${type.id}`, id: String(type.id), name: type.name, subtask: type.subtask, statuses: [...world.statuses.values()].filter(({ name }) => names.has(name)).map(render.status) };
    }));
  });
  api.get('/project/:project/components', call => ok(componentsOf(projectOf(call)).map(render.component)));

  const componentOf = (call: Call, permission: Permission = 'browse'): Component => {
    const id = part(call, 'component');
    const component = world.components.get(Number(id));
    if (!component || !may(call.user, 'browse', component.project)) return refuse(404, `The component with id ${id} does not exist.`);
    return may(call.user, permission, component.project) ? component : refuse(403, 'You cannot edit the configuration of this project.');
  };
  const checkedName = (name: string | null, project: Project, own: Component | null): string => {
    if (!name) throw new Refusal(400, [], { name: 'The component name specified is invalid - cannot be an empty string.' });
    if (componentsOf(project).some(other => other !== own && other.name.toLowerCase() === name.toLowerCase())) throw new Refusal(400, [], { name: `A component with the name ${name} already exists in this project.` });
    return name;
  };
  api.post('/component', call => {
    const given = body(call);
    const key = reading.text(given['project'], 'project') ?? '';
    const project = world.projects.get(key);
    if (!project || !may(call.user, 'browse', project)) return refuse(404, `No project could be found with key '${key}'.`);
    if (!may(call.user, 'administer', project)) return refuse(403, 'You cannot edit the configuration of this project.');
    const component: Component = { id: world.nextId(), name: checkedName(reading.text(given['name'], 'name'), project, null), description: reading.text(given['description'], 'description') ?? '', project };
    world.components.set(component.id, component);
    return json(201, render.component(component));
  });
  api.get('/component/:component', call => ok(render.component(componentOf(call))));
  api.put('/component/:component', call => {
    const component = componentOf(call, 'administer');
    const given = body(call);
    if (given['name'] !== undefined) component.name = checkedName(reading.text(given['name'], 'name'), component.project, component);
    component.description = reading.text(given['description'], 'description') ?? component.description;
    return ok(render.component(component));
  });
  api.delete('/component/:component', call => {
    const component = componentOf(call, 'administer');
    world.components.delete(component.id);
    return empty(204);
  });

  const desks = routesAt('/rest/servicedeskapi', false);
  const deskPage = (call: Call, values: unknown[]): Record<string, unknown> => {
    const start = Math.max(0, Number(call.query.get('start')) || 0), limit = Number(call.query.get('limit')) || 50;
    const shown = values.slice(start, start + limit);
    return { size: shown.length, start, limit, isLastPage: start + limit >= values.length, _links: { self: `${service.url}${call.path}`, base: service.url, context: '' }, values: shown };
  };
  const isDesk = (project: Project): project is Project & { serviceDesk: ServiceDesk } => project.serviceDesk !== null;
  const visibleDesks = (call: Call) => [...world.projects.values()].filter(isDesk).filter(project => may(call.user, 'browse', project));
  const deskOf = (call: Call, id: string) => visibleDesks(call).find(({ serviceDesk, key }) => String(serviceDesk.id) === id || key === id) ?? refuse(404, `The service desk with the id '${id}' does not exist.`);
  const deskShape = ({ serviceDesk, ...project }: Project & { serviceDesk: ServiceDesk }): Record<string, unknown> => ({
    id: String(serviceDesk.id), projectId: String(project.id), projectName: project.name, projectKey: project.key, _links: { self: `${service.url}/rest/servicedeskapi/servicedesk/${serviceDesk.id}` },
  });
  const requestTypeShape = (type: RequestType, desk: number): Record<string, unknown> => ({
    _links: { self: `${service.url}/rest/servicedeskapi/servicedesk/${desk}/requesttype/${type.id}` }, id: String(type.id), name: type.name, description: '', helpText: '', issueTypeId: String(type.issueType.id),
    serviceDeskId: String(desk), groupIds: ['1'], icon: { id: '10516', _links: { iconUrls: {} } },
  });
  desks.get('/servicedesk', call => ok(deskPage(call, visibleDesks(call).map(deskShape))));
  desks.get('/servicedesk/:desk/requesttype', call => {
    const { serviceDesk } = deskOf(call, part(call, 'desk'));
    return ok(deskPage(call, serviceDesk.requestTypes.map(type => requestTypeShape(type, serviceDesk.id))));
  });
  desks.post('/request', call => {
    const given = body(call);
    const project = deskOf(call, reading.text(given['serviceDeskId'], 'serviceDeskId') ?? '');
    const typeId = reading.text(given['requestTypeId'], 'requestTypeId') ?? '';
    const requestType = project.serviceDesk.requestTypes.find(({ id }) => String(id) === typeId) ?? refuse(400, `The request type '${typeId}' does not exist in this service desk.`);
    const issue = createIssue(reading.object(given['requestFieldValues'] ?? {}, 'requestFieldValues'), call.user, service, { project, requestType });
    return json(201, {
      issueId: String(issue.id), issueKey: issue.key, requestTypeId: String(requestType.id), serviceDeskId: String(project.serviceDesk.id),
      createdDate: { iso8601: dateTime(issue.created), jira: dateTime(issue.created), friendly: 'Today', epochMillis: issue.created }, reporter: render.user(issue.reporter),
      requestFieldValues: [{ fieldId: 'summary', label: 'Summary', value: issue.summary }], currentStatus: { status: issue.status.name, statusCategory: 'NEW', statusDate: { iso8601: dateTime(issue.created) } },
      _links: { jiraRest: `${service.url}/rest/api/2/issue/${issue.id}`, web: `${service.url}/servicedesk/customer/portal/${project.serviceDesk.id}/${issue.key}`, self: `${service.url}/rest/servicedeskapi/request/${issue.id}` },
    });
  });
  return [...api.routes, ...desks.routes];
}
