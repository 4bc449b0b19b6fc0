import { bodyOf, type Call, ok, type Answer, type Route, routesAt, type Service } from './http.js';
import { parseJql } from './jql.js';
import { type Issue, may } from './model.js';
import { Render } from './render.js';

/** GET and POST /search */
export function searchRoutes(service: Service): Route[] {
  const { world, trackerReading: reading, choices } = service;
  const api = routesAt('/rest/api/2', false);
  const render = new Render(service);
  const answer = (call: Call, jql: string, startAt: number, asked: number, fields: readonly string[]): Answer => {
    const maxResults = Math.min(asked < 0 ? 1000 : asked, 1000);
    const query = parseJql(jql, service);
    const seen = Date.now() - choices.searchDelay;
    const found: Issue[] = [];
    for (const issue of world.issues.values()) if (issue.created <= seen && query.matches(issue) && may(call.user, 'browse', issue.project)) found.push(issue);
    found.sort(query.compare);
    return ok({ expand: 'schema,names', startAt, maxResults, total: found.length, issues: found.slice(startAt, startAt + maxResults).map(issue => render.issue(issue, fields)) });
  };
  const fieldsOr = (fields: string[]): string[] => (fields.some(Boolean) ? fields : ['*navigable']);
  api.get('/search', call => {
    const number = (name: string, otherwise: number): number => { const text = call.query.get(name); return text === null || !/^-?\d+$/.test(text) ? otherwise : Number(text); };
    return answer(call, call.query.get('jql') ?? '', Math.max(0, number('startAt', 0)), number('maxResults', 50), fieldsOr(call.query.getAll('fields').flatMap(names => names.split(',')).map(name => name.trim())));
  });
  api.post('/search', call => {
    const body = reading.object(bodyOf(call, service) ?? {}, 'The body');
    return answer(call, reading.text(body['jql'], 'jql') ?? '', Math.max(0, reading.integer(body['startAt'], 'startAt') ?? 0), reading.integer(body['maxResults'], 'maxResults') ?? 50, fieldsOr(reading.texts(body['fields'], 'fields') ?? []));
  });
  return api.routes;
}
