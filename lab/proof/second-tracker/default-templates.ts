import { bodyOf, type Call, json, type Answer, numberPart, ok, part, type Route, routesAt, type Service } from './http.js';
import { refuse, unknownId } from './reading.js';
import { type Entry, initialTransition, type IssueType, may, type Project, type RequestType, type StoredScreen, type Template, type Transition } from './model.js';
import type { JsonObject } from './reading.js';

/** Default template entries: /rest/api/it/1.0/default-template */
interface Item { project: Project | null; issueTypeIds: number[] | null; requestTypeIds: number[] | null }
type Kind = 'issueTypeId' | 'requestTypeId';

/** The number in a Template field, which is given as text or as a number. */
export function templateNumber(value: unknown): number | null {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** The entry in whose scope an issue is created. */
export function entryFor(project: Project, type: IssueType, requestType: RequestType | null, service: Service): Entry | undefined {
  const all = [...service.world.entries.values()];
  return (service.choices.twoDefaults === 'newest' ? all.reverse() : all).find(entry => entry.project === project
    && (requestType ? entry.requestTypeId === requestType.id : entry.issueTypeId === type.id));
}

export function projectByKey(key: string, service: Service): Project | undefined {
  const exact = service.world.projects.get(key);
  if (exact || service.choices.keyCase === 'exact') return exact;
  return [...service.world.projects.values()].find(project => project.key.toLowerCase() === key.toLowerCase());
}

export function defaultTemplateRoutes(service: Service): Route[] {
  const { world, choices, reading } = service;
  const api = routesAt('/rest/api/it/1.0/default-template', true);
  let lastEntryId = Math.max(0, ...world.entries.keys());

  const allow = (call: Call, projects: readonly Project[] = []): void => {
    if (choices.defaultTemplatePermission === 'anyone' || call.user.administrator) return;
    const enough = choices.defaultTemplatePermission === 'projectAdministrator' && projects.length > 0 && projects.every(project => may(call.user, 'administer', project));
    if (!enough) refuse(choices.permissionRefusal, 'You do not have permission to configure default templates.');
  };
  const projectAt = (call: Call): Project => {
    const name = part(call, 'project');
    const project = /^\d+$/.test(name) ? world.projectsById.get(Number(name)) : projectByKey(name, service);
    return project ?? unknownId(`No project could be found with id or key '${name}'.`);
  };
  const templateAt = (call: Call): number => {
    const id = numberPart(call, 'template');
    if (choices.unknownTemplateList === 'notFound' && !world.templates.has(id)) unknownId(`There is no template with id '${id}'.`);
    return id;
  };

  const element = ({ transition, screen }: StoredScreen): unknown => {
    switch (choices.transitionElement) {
      case 'nested': return { transitionId: transition.id, transitionName: transition.name, screen: { id: screen.id, name: screen.name } };
      case 'idsOnly': return { transitionId: transition.id, screenId: screen.id };
      case 'screenOnly': return { id: screen.id, name: screen.name };
      default: return { id: transition.id, name: transition.name, screenId: screen.id, screenName: screen.name };
    }
  };
  const transitionsOf = (entry: Entry): unknown[] | undefined => {
    if (entry.transitions) return entry.transitions.map(element);
    return choices[entry.cleared ? 'clearedTransitions' : 'undefinedTransitions'] === 'empty' ? [] : undefined;
  };
  const shape = (entry: Entry): Record<string, unknown> => {
    const transitions = transitionsOf(entry);
    return {
      id: entry.id, templateId: entry.template.id,
      ...(entry.issueTypeId === null ? {} : { issueTypeId: String(entry.issueTypeId) }),
      projectId: entry.project.id, ...(entry.requestTypeId === null ? {} : { requestTypeId: entry.requestTypeId }),
      serviceDesk: entry.requestTypeId !== null, ...(transitions ? { transitions } : {}),
      ...(choices.extraProperties ? { templateName: entry.template.name, projectKey: entry.project.key } : {}),
    };
  };
  const entries = (test: (entry: Entry) => boolean): Entry[] => [...world.entries.values()].filter(test);
  const list = (found: Entry[]): Answer => ok(found.map(shape));
  const remove = (found: Entry[]): Answer => {
    if (!found.length && choices.removalOfNothing === 'notFound') unknownId('There is no such default template.');
    for (const entry of found) world.entries.delete(entry.id);
    return ok({ removed: found.length, defaults: found.map(shape) });
  };

  /** The items of a body; a project that does not exist is refused with the status, or null in the item. */
  const itemsOf = (body: unknown, unknownProject: 400 | 404 | null): Item[] | null => {
    if (body === undefined || body === null) return null;
    const { defaults } = reading.named(body, 'the body', ['defaults']);
    return reading.list(defaults, 'defaults')?.map((given): Item => {
      const item = reading.named(given, 'an element of defaults', ['projectId', 'projectKey', 'issueTypeIds', 'requestTypeIds']);
      const id = reading.integer(item['projectId'], 'projectId');
      const key = reading.text(item['projectKey'], 'projectKey');
      if (id === null && key === null) refuse(400, 'An element of defaults must name a project by projectId or projectKey.');
      const byId = id === null ? undefined : world.projectsById.get(id);
      const byKey = key === null ? undefined : projectByKey(key, service);
      const project = (id === null ? byKey : byId) ?? null;
      if (!project && unknownProject !== null) refuse(unknownProject, `No project could be found with id or key '${id ?? key ?? ''}'.`);
      return { project, issueTypeIds: reading.integers(item['issueTypeIds'], 'issueTypeIds'), requestTypeIds: reading.integers(item['requestTypeIds'], 'requestTypeIds') };
    }) ?? null;
  };
  /** Whether an entry is chosen by the items of a filter or removal; without a body each is. */
  const chosenBy = (items: Item[] | null, call: Call) => (entry: Entry): boolean => {
    if (!call.bytes.length) return true;
    if (!items?.length) return choices.emptyFilter === 'everything';
    return items.some(({ project, issueTypeIds, requestTypeIds }) => {
      if (entry.project !== project) return false;
      if (!issueTypeIds?.length && !requestTypeIds?.length) return choices.filterWithoutTypes === 'wholeProject';
      return (entry.issueTypeId !== null && issueTypeIds?.includes(entry.issueTypeId)) || (entry.requestTypeId !== null && requestTypeIds?.includes(entry.requestTypeId)) || false;
    });
  };
  const filterItems = (call: Call): Item[] | null => itemsOf(bodyOf(call, service), choices.unknownProjectInFilter === 'refused' ? 400 : null);
  const permitItems = (call: Call, items: readonly Item[] | null): void => allow(call, items?.flatMap(({ project }) => project ?? []) ?? []);

  api.get('/project/:project', call => {
    const project = projectAt(call);
    allow(call, [project]);
    return list(entries(entry => entry.project === project));
  });
  api.get('/project/:project/template/:template', call => {
    const project = projectAt(call), template = templateAt(call);
    allow(call, [project]);
    return list(entries(entry => entry.project === project && entry.template.id === template));
  });
  api.get('/template/:template', call => {
    const template = templateAt(call), items = filterItems(call);
    permitItems(call, items);
    const chosen = chosenBy(items, call);
    return list(entries(entry => entry.template.id === template && chosen(entry)));
  });

  const hasType = (project: Project, kind: Kind, id: number): boolean =>
    kind === 'issueTypeId' ? project.issueTypes.some(type => type.id === id) : project.serviceDesk?.requestTypes.some(type => type.id === id) ?? false;
  api.post('/template/:template', call => {
    const id = numberPart(call, 'template');
    const items = itemsOf(bodyOf(call, service), choices.unknownProjectInBody);
    permitItems(call, items);
    const template: Template = world.templates.get(id) ?? (choices.unknownTemplateCreate === 404 ? unknownId(`There is no template with id '${id}'.`) : refuse(400, `There is no template with id '${id}'.`));
    if (!items?.length) return refuse(400, 'defaults must have at least one element.');
    // Everything is checked before anything is created.
    const planned = items.map(({ project, issueTypeIds, requestTypeIds }) => {
      if (!project) return refuse(400, 'An element of defaults must name a project.');
      if (project.serviceDesk && issueTypeIds?.length && choices.deskIssueTypes === 'refused') refuse(400, `${project.key} is a service desk, which takes request types only.`);
      if (!issueTypeIds?.length && !requestTypeIds?.length && choices.itemWithoutTypes === 'refused') refuse(400, 'An element of defaults must have issueTypeIds or requestTypeIds.');
      const known = (kind: Kind, ids: number[] | null): number[] => [...new Set(ids ?? [])].filter(type => {
        if (choices.typeOutsideProject === 'taken' || hasType(project, kind, type)) return true;
        return choices.typeOutsideProject === 'skipped' ? false : refuse(400, `The project ${project.key} has no ${kind === 'issueTypeId' ? 'issue' : 'request'} type with id '${type}'.`);
      });
      return { project, issueTypeId: known('issueTypeId', issueTypeIds), requestTypeId: known('requestTypeId', requestTypeIds) };
    });
    const wanted = planned.flatMap(({ project, issueTypeId, requestTypeId }) => [
      ...issueTypeId.map(type => ({ project, issueTypeId: type, requestTypeId: null })), ...requestTypeId.map(type => ({ project, issueTypeId: null, requestTypeId: type })),
    ]);
    const sameScope = ({ project, issueTypeId, requestTypeId }: (typeof wanted)[number]): Entry[] =>
      entries(entry => entry.project === project && entry.issueTypeId === issueTypeId && entry.requestTypeId === requestTypeId);
    for (const scope of wanted) {
      const standing = sameScope(scope);
      if (choices.secondTemplate === 'refused' && standing.some(entry => entry.template !== template)) refuse(409, `Another template is the default there already, in ${scope.project.key}.`);
      if (choices.sameEntryAgain === 'refused' && standing.some(entry => entry.template === template)) refuse(409, `The template is the default there already, in ${scope.project.key}.`);
    }
    for (const scope of wanted) {
      const standing = sameScope(scope);
      if (standing.some(entry => entry.template === template) && choices.sameEntryAgain === 'kept') continue;
      for (const entry of standing) if (entry.template === template || choices.secondTemplate === 'replaces') world.entries.delete(entry.id);
      const entry: Entry = { id: ++lastEntryId, template, ...scope, transitions: undefined, cleared: false };
      world.entries.set(entry.id, entry);
    }
    return json(choices.createStatus, { defaults: echo(planned) });
  });

  type Planned = { project: Project; issueTypeId: number[]; requestTypeId: number[] };
  function echo(planned: Planned[]): unknown[] {
    let items = planned.filter(({ issueTypeId, requestTypeId }) => issueTypeId.length || requestTypeId.length);
    if (choices.echoShape !== 'asSent') {
      const merged = new Map<Project, Planned>();
      for (const item of items) {
        const before = merged.get(item.project);
        merged.set(item.project, { project: item.project, issueTypeId: [...new Set([...(before?.issueTypeId ?? []), ...item.issueTypeId])], requestTypeId: [...new Set([...(before?.requestTypeId ?? []), ...item.requestTypeId])] });
      }
      items = [...merged.values()];
    }
    if (choices.echoShape === 'perKind') {
      items = items.flatMap(item => [...(item.issueTypeId.length ? [{ ...item, requestTypeId: [] }] : []), ...(item.requestTypeId.length ? [{ ...item, issueTypeId: [] }] : [])]);
    }
    const ids = (name: string, list: number[]): Record<string, number[]> => (list.length || choices.echoEmptyLists === 'empty' ? { [name]: list } : {});
    return items.map(({ project, issueTypeId, requestTypeId }) => ({ projectKey: project.key, ...ids('issueTypeIds', issueTypeId), ...ids('requestTypeIds', requestTypeId) }));
  }

  api.delete('/project/:project', call => {
    const project = projectAt(call);
    allow(call, [project]);
    return remove(entries(entry => entry.project === project));
  });
  api.delete('/project/:project/template/:template', call => {
    const project = projectAt(call), template = templateAt(call);
    allow(call, [project]);
    return remove(entries(entry => entry.project === project && entry.template.id === template));
  });
  const removeByType = (kind: Kind, path: 'issuetype' | 'requesttype'): void => {
    api.delete(`/project/:project/template/:template/${path}/:type`, call => {
      const project = projectAt(call), template = templateAt(call), type = numberPart(call, 'type');
      allow(call, [project]);
      return remove(entries(entry => entry.project === project && entry.template.id === template && entry[kind] === type));
    });
    api.delete(`/template/:template/${path}/:type`, call => {
      const template = templateAt(call), type = numberPart(call, 'type');
      allow(call);
      return remove(entries(entry => entry.template.id === template && entry[kind] === type));
    });
  };
  removeByType('issueTypeId', 'issuetype');
  removeByType('requestTypeId', 'requesttype');

  const removeByItems = (call: Call, items: Item[] | null): Answer => {
    const template = templateAt(call);
    permitItems(call, items);
    const chosen = chosenBy(items, call);
    return remove(entries(entry => entry.template.id === template && chosen(entry)));
  };
  api.delete('/template/:template', call => {
    if (choices.removalWithBody === 'DELETE /template/{t}' && call.bytes.length) return removeByItems(call, filterItems(call));
    const template = templateAt(call);
    allow(call);
    return remove(entries(entry => entry.template.id === template));
  });
  if (choices.removalWithBody === 'POST /template/{t}/delete') api.post('/template/:template/delete', call => removeByItems(call, filterItems(call)));

  /** Goes through the projects in scope of a bulk call; store tells how many entries of a project it changed, or a message. */
  const bulk = (call: Call, removal: boolean, store: (project: Project, own: Entry[]) => number | string): Answer => {
    const body = bodyOf(call, service);
    const given: JsonObject = body === undefined || body === null ? {} : reading.named(body, 'the body', ['includeProjectKeys', 'ignoreProjectKeys']);
    const include = reading.texts(given['includeProjectKeys'], 'includeProjectKeys');
    const ignore = reading.texts(given['ignoreProjectKeys'], 'ignoreProjectKeys') ?? [];
    const errorMessages: string[] = [], updatedProjects: string[] = [], skippedProjects: string[] = [];
    let updatedDefaultTemplates = 0;
    let scope: Project[] = [...world.projects.values()];
    const all = !include?.length;
    if (!all) {
      if (choices.includedAndIgnored === 'refused' && include.some(key => ignore.includes(key))) refuse(400, 'A project key is in both lists.');
      scope = [...new Set(include)].flatMap(key => {
        const project = projectByKey(key, service);
        if (project) return [project];
        const message = `No project could be found with key '${key}'.`;
        if (choices.bulkUnknownKey === 'refused') refuse(400, message);
        if (choices.bulkUnknownKey === 'errorMessages') errorMessages.push(message);
        if (choices.bulkUnknownKey === 'skippedProjects') skippedProjects.push(key);
        return [];
      });
    }
    allow(call, scope);
    const stays = !all && choices.includedAndIgnored === 'included';
    for (const project of scope) {
      const own = entries(entry => entry.project === project);
      if (!stays && ignore.some(key => projectByKey(key, service) === project)) {
        if (own.length && choices.ignoredProjects === 'skippedProjects') skippedProjects.push(project.key);
        continue;
      }
      if (!own.length) {
        skippedProjects.push(project.key);
        continue;
      }
      const result = store(project, own);
      if (typeof result === 'string') { errorMessages.push(result); skippedProjects.push(project.key); continue; }
      if (removal && result === 0 && choices.bulkRemovalOfNothing === 'notCounted') continue;
      updatedDefaultTemplates += result;
      updatedProjects.push(project.key);
    }
    return ok({ updatedDefaultTemplates, updatedProjects, skippedProjects, errorMessages });
  };

  const transitionOf = (project: Project, number: number): Transition | undefined => {
    const { transitions } = project.workflow;
    return number === 1 ? initialTransition(project.workflow) : transitions.find(({ id }) => id === number);
  };
  api.post('/transition/:transition', call => {
    const number = numberPart(call, 'transition');
    if (number !== 1 && choices.otherTransition === 'notFound') unknownId(`There is no initial transition with id '${number}'.`);
    if (number !== 1 && choices.otherTransition === 'badRequest') refuse(400, `The transition '${number}' is not the initial one.`);
    return bulk(call, false, (project, own) => {
      const transition = transitionOf(project, number);
      if (!transition) return `The workflow of ${project.key} has no transition with id '${number}'.`;
      for (const entry of own) {
        entry.transitions = transition.screen ? [{ transition, screen: transition.screen }] : [];
        entry.cleared = false;
      }
      return own.length;
    });
  });
  api.delete('/transition', call => bulk(call, true, (_project, own) => {
    const changed = choices.bulkRemovalOfNothing === 'notCounted' ? own.filter(entry => entry.transitions?.length) : own;
    for (const entry of own) {
      entry.cleared ||= entry.transitions !== undefined;
      entry.transitions = undefined;
    }
    return changed.length;
  }));
  return api.routes;
}
