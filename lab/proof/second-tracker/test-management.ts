import { bodyOf, type Answer, type Call, empty, filesOf, json, ok, part, requireToken, type Route, routesAt, type Service } from './http.js';
import { refuse, Refusal, unknownId } from './reading.js';
import { addAttachment, issueByIdOrKey, newComment } from './issues.js';
import { type Issue, type IssueType, may, type Project, type StepRow, type StepStatus, type User } from './model.js';
import { projectByKey } from './default-templates.js';
import { isTemplate, newRow, renderRow } from './steps-field.js';
import { addIssue, FIELD, TYPE_NAME } from './world.js';

/** Steps, test cases and test plans: /rest/tms/1.0/api, and the previous pattern. */
const RECOMMENDED = '/rest/tms/1.0/api';
type Strategy = 'BY_TEST_CASE_TEMPLATES' | 'BY_TEST_CASES';
interface Made { plan: Issue; cases: Issue[] }

export function testManagementRoutes(service: Service): Route[] {
  return [RECOMMENDED, service.choices.previousPattern].flatMap(base => routesBelow(base, service));
}

function routesBelow(base: string, service: Service): Route[] {
  const { world, choices, reading } = service;
  const api = routesAt(base, true);

  // Steps

  const testIssue = (issueId: string | null, user: User): Issue => {
    if (issueId === null || issueId === '') return refuse(400, 'issueId is missing.');
    if (!/^\d+$/.test(issueId)) return refuse(400, `issueId '${issueId}' is not a number.`);
    const issue = issueByIdOrKey(issueId, service);
    if (!issue || !may(user, 'browse', issue.project)) return unknownId(`There is no issue with id '${issueId}'.`);
    if (!may(user, 'edit', issue.project)) refuse(choices.permissionRefusal, 'You do not have permission to edit this issue.');
    return issue;
  };
  /** rowIndex counts steps, not groups. */
  const stepAt = (issue: Issue, index: number | null): StepRow => {
    if (index === null) return refuse(400, 'rowIndex is missing.');
    return (issue.steps ?? []).filter(row => !row.isGroup)[index] ?? refuse(choices.rowOutOfRange, `There is no step with index ${index}.`);
  };
  const statusIn = (issue: Issue, name: string | null): StepStatus => {
    if (name === null) return refuse(400, 'status is missing.');
    if (isTemplate(issue) && choices.templateStepStatus === 'refused') refuse(400, 'Steps of a test case template have no status.');
    const same = (status: StepStatus): boolean => status.name === name || (choices.stepStatusCase === 'any' && status.name.toLowerCase() === name.toLowerCase());
    return issue.project.tests?.statuses.find(same) ?? refuse(400, `The project has no step status '${name}'.`);
  };
  const changed = (issue: Issue, row: StepRow | undefined): Answer => {
    issue.updated = Date.now();
    switch (choices.stepAnswer) {
      case 'empty204': return empty(204);
      case 'row': return ok(row ? renderRow(row, service) : {});
      case 'message': return ok({ message: 'Steps were updated.' });
      default: return empty(200);
    }
  };
  const bodyWith = (call: Call, names: readonly string[]) => reading.named(bodyOf(call, service), 'the body', names);

  api.put('/steps/status', call => {
    const body = bodyWith(call, ['issueId', 'rowIndex', 'status']);
    const issue = testIssue(reading.id(body['issueId'], 'issueId'), call.user);
    const row = stepAt(issue, reading.integer(body['rowIndex'], 'rowIndex'));
    row.status = statusIn(issue, reading.text(body['status'], 'status'));
    return changed(issue, row);
  });
  api.put('/steps/statuses', call => {
    const body = bodyWith(call, ['issueId', 'rows']);
    const issue = testIssue(reading.id(body['issueId'], 'issueId'), call.user);
    const rows = reading.list(body['rows'], 'rows') ?? refuse(400, 'rows is missing.');
    const changes = rows.map(given => {
      const { rowIndex, status } = reading.named(given, 'an element of rows', ['rowIndex', 'status']);
      return { row: stepAt(issue, reading.integer(rowIndex, 'rowIndex')), status: statusIn(issue, reading.text(status, 'status')) };
    });
    for (const { row, status } of changes) row.status = status;
    return changed(issue, changes[0]?.row);
  });
  api.put('/steps/comment', call => {
    const body = bodyWith(call, ['issueId', 'rowIndex', 'comment']);
    const issue = testIssue(reading.id(body['issueId'], 'issueId'), call.user);
    const row = stepAt(issue, reading.integer(body['rowIndex'], 'rowIndex'));
    const text = reading.text(body['comment'], 'comment') ?? '';
    if (!text.trim()) refuse(400, 'comment must not be empty.');
    const comment = newComment(call.user, text, service);
    row.comments.splice(choices.rowCommentOrder === 'newestFirst' ? 0 : row.comments.length, 0, comment);
    if (choices.stepCommentOnIssue) issue.comments.push(comment);
    return changed(issue, row);
  });
  api.put('/steps/cell', call => {
    const body = bodyWith(call, ['issueId', 'rowIndex', 'columnIndex', 'cellValue']);
    const issue = testIssue(reading.id(body['issueId'], 'issueId'), call.user);
    const row = stepAt(issue, reading.integer(body['rowIndex'], 'rowIndex'));
    const column = reading.integer(body['columnIndex'], 'columnIndex') ?? refuse(400, 'columnIndex is missing.');
    if (column < 0 || column >= row.cells.length) refuse(choices.rowOutOfRange, `There is no column with index ${column}.`);
    row.cells[column] = reading.text(body['cellValue'], 'cellValue') ?? refuse(400, 'cellValue is missing.');
    return changed(issue, row);
  });
  api.post('/steps/attachment', async call => {
    if (choices.uploadToken === 'required') requireToken(call);
    const issue = testIssue(call.query.get('issueId'), call.user);
    const index = call.query.get('rowIndex');
    const row = stepAt(issue, index !== null && /^\d+$/.test(index) ? Number(index) : index === null ? null : -1);
    const files = await filesOf(call);
    if (!files.length) refuse(400, 'There is no part named file.');
    const added = files.map(file => addAttachment(issue, file, call.user, choices.rowAttachmentsOnIssue, service));
    row.attachments.push(...added);
    issue.updated = Date.now();
    if (choices.uploadAnswer === 'empty204') return empty(204);
    if (choices.uploadAnswer === 'empty200') return empty(200);
    return json(choices.uploadAnswer === 'list201' ? 201 : 200, added.map(({ id, filename }) => ({ id, name: filename })));
  });

  // Plans

  const planByKey = (key: string, user: User, inBody: boolean): Issue => {
    const plan = world.issuesByKey.get(key);
    if (!plan || !may(user, 'browse', plan.project)) return inBody ? refuse(400, `There is no test plan '${key}'.`) : unknownId(`There is no test plan '${key}'.`);
    return plan.type.name === TYPE_NAME.plan ? plan : refuse(400, `${key} is not a test plan.`);
  };
  const isCase = (issue: Issue): boolean => issue.type.name === TYPE_NAME.testCase;
  const casesOf = (plan: Issue): Issue[] => plan.subtasks.filter(isCase);
  const templateOf = (testCase: Issue): Issue | undefined => {
    const template = world.issuesByKey.get(String(testCase.custom.get(FIELD.tcTemplate) ?? ''));
    return template && isTemplate(template) ? template : undefined;
  };
  const typeIn = (project: Project, name: string): IssueType =>
    project.issueTypes.find(type => type.name === name) ?? refuse(400, `The project ${project.key} has no issue type ${name}.`);
  const idList = (issues: readonly Issue[]): Answer => ok(issues.map(({ id }) => (choices.idLists === 'texts' ? String(id) : id)));

  api.get('/testplan/test-case-ids/:plan', call => idList(casesOf(planByKey(part(call, 'plan'), call.user, false))));
  api.get('/testplan/test-case-template-ids/:plan', call => {
    const onlyActive = /^true$/i.test(call.query.get('onlyActive') ?? '');
    const all = new Set(casesOf(planByKey(part(call, 'plan'), call.user, false)).flatMap(testCase => templateOf(testCase) ?? []));
    return idList([...all].filter(({ status }) => !onlyActive || status.name === 'Active'));
  });

  /** Rows as they begin in another issue; where the project has another number of columns, cells are cut or empty ones added. */
  const rowsFor = (source: Issue, project: Project, keepStatus: boolean): StepRow[] | null => {
    const columns = project.tests?.columns.length ?? 0;
    return source.steps?.map(row => {
      const cells = row.isGroup || choices.otherColumnCount === 'asIs' ? row.cells : Array.from({ length: columns }, (_, index) => row.cells[index] ?? '');
      const made = newRow(row.isGroup, cells, project, false);
      if (keepStatus && row.status && project.tests?.statuses.includes(row.status)) made.status = row.status;
      return made;
    }) ?? null;
  };
  const makeCase = (plan: Issue, source: Issue, steps: Issue, user: User): Issue => {
    const { project } = plan;
    const custom = new Map<string, unknown>([FIELD.preconditions, FIELD.requirement, FIELD.text, FIELD.number, FIELD.select].flatMap(id => (choices.caseFields === 'all' && source.custom.has(id) ? [[id, source.custom.get(id)] as const] : [])));
    const ofCase = choices.copiedCaseTemplate === 'named' ? source.custom.get(FIELD.tcTemplate) : undefined;
    const template = isTemplate(source) ? source.key : ofCase;
    if (template !== undefined) custom.set(FIELD.tcTemplate, template);
    return addIssue(world, project, typeIn(project, TYPE_NAME.testCase), user, {
      summary: source.summary, parent: plan, custom,
      ...(choices.caseFields === 'all' ? { description: source.description, priority: source.priority, labels: [...source.labels] } : {}),
      steps: rowsFor(steps, project, isCase(source) && choices.copyStepState === 'kept'),
    });
  };
  const shapeOf = (made: readonly Made[], withCases: boolean, kind: typeof choices.copyAnswer | typeof choices.additionsAnswer, copied: boolean): unknown => {
    const keys = (cases: readonly Issue[]): string[] => (withCases ? cases.map(({ key }) => key) : []);
    const all = made.flatMap(({ cases }) => keys(cases));
    switch (kind) {
      case 'array': return made.map(({ plan, cases }) => ({ testPlanKey: plan.key, ...(withCases ? { testCaseKeys: keys(cases) } : {}) }));
      case 'object': return { ...(copied && made.length === 1 ? { testPlanKey: made[0]?.plan.key } : { testPlanKeys: made.map(({ plan }) => plan.key) }), ...(withCases ? { testCaseKeys: all } : {}) };
      case 'byKey': return Object.fromEntries(made.map(({ plan, cases }) => [plan.key, keys(cases)]));
      case 'keys': return all;
      case 'testCaseKeys': return withCases ? { testCaseKeys: all } : {};
      default: return { testPlans: made.map(({ plan, cases }) => ({ testPlanKey: plan.key, ...(choices.extraProperties ? { id: plan.id } : {}), ...(withCases ? { testCases: cases.map(({ key, id }) => ({ key, ...(choices.extraProperties ? { id } : {}) })) } : {}) })) };
    }
  };
  /** Answer when Create Issues is missing, with what was made all the same. */
  const missingCreate = (projects: readonly Project[], done: unknown): Answer => {
    const message = `You do not have the Create Issues permission in ${projects.map(({ key }) => key).join(', ')}.`;
    const status = choices.missingCreateStatus;
    if (status === 403 || status === 400) {
      const refusal = status === 403 ? choices.permissionRefusal : 400;
      // The document asks for a message here, whatever other refusals have.
      if (choices.errorBody === 'empty') return json(refusal, { errorMessages: [message] });
      throw new Refusal(refusal, [message]);
    }
    return json(status, { ...(typeof done === 'object' && done !== null && !Array.isArray(done) ? done : { testCaseKeys: done }), errorMessages: [message] });
  };
  const later = (work: () => void): void => {
    void service.pause(choices.asyncDelay).then(work).catch((error: unknown) => { process.stderr.write(`asynchronous call: ${String(error)}\n`); });
  };

  api.post('/testplan/copy', call => {
    const body = bodyWith(call, ['testPlanKey', 'projects', 'copyStrategy', 'issueIds', 'async']);
    const source = planByKey(reading.text(body['testPlanKey'], 'testPlanKey') ?? refuse(400, 'testPlanKey is missing.'), call.user, true);
    const async = reading.boolean(body['async'], 'async') ?? false;
    const strategyName = reading.text(body['copyStrategy'], 'copyStrategy') ?? 'BY_TEST_CASE_TEMPLATES';
    const known = strategyName === 'BY_TEST_CASES' || strategyName === 'BY_TEST_CASE_TEMPLATES';
    if (!known && choices.unknownStrategy === 'refused') refuse(400, `There is no copyStrategy '${strategyName}'.`);
    const strategy: Strategy = strategyName === 'BY_TEST_CASES' ? 'BY_TEST_CASES' : 'BY_TEST_CASE_TEMPLATES';
    const named = reading.texts(body['projects'], 'projects') ?? [];
    const projects = named.length ? [...new Set(named.map(name => projectByKey(name, service) ?? (choices.copyProjects === 'keysOrIds' ? world.projectsById.get(Number(name)) : undefined) ?? refuse(400, `There is no project '${name}'.`)))] : [source.project];
    for (const project of projects) { typeIn(project, TYPE_NAME.plan); typeIn(project, TYPE_NAME.testCase); }
    const given = reading.list(body['issueIds'], 'issueIds')?.map(id => Number(reading.id(id, 'issueIds') || refuse(400, 'issueIds must hold ids.'))) ?? null;
    const ids = given && (given.length || choices.emptyCopyIds === 'none') ? new Set(given) : null;
    const sources = casesOf(source);
    if (ids && choices.unknownCopyIds === 'refused') {
      const possible = new Set(sources.flatMap(testCase => [testCase.id, templateOf(testCase)?.id ?? testCase.id]));
      for (const id of ids) if (!possible.has(id)) refuse(400, `The test plan has no test case or template with id ${id}.`);
    }

    const refused = projects.filter(project => !may(call.user, 'create', project));
    const allowed = refused.length && choices.missingCreatePlans === 'none' ? [] : projects.filter(project => !refused.includes(project));
    const copyPlan = (project: Project): Issue => addIssue(world, project, typeIn(project, TYPE_NAME.plan), call.user, {
      summary: choices.copySummary === 'prefixed' ? `Copy of ${source.summary}` : source.summary,
      ...(choices.copyPlanFields === 'all' ? { description: source.description, priority: source.priority, labels: [...source.labels], custom: new Map(source.custom) } : {}),
    });
    // The list is that of the call, though an asynchronous copy is made later.
    const copyCases = (plan: Issue): Made => {
      const takes = (kind: Strategy): boolean => choices.otherCopyIds === 'taken' || strategy === kind;
      const taken = new Set<number>();
      const chosen = sources.filter(testCase => {
        if (!ids || (takes('BY_TEST_CASES') && ids.has(testCase.id))) return true;
        const template = templateOf(testCase)?.id ?? -1;
        if (!takes('BY_TEST_CASE_TEMPLATES') || !ids.has(template)) return false;
        const isFirst = !taken.has(template);
        taken.add(template);
        return isFirst || choices.chosenTemplateOfTwo === 'forEachCase';
      });
      const cases = chosen.flatMap(testCase => {
        if (strategy === 'BY_TEST_CASES') return [makeCase(plan, testCase, testCase, call.user)];
        const template = templateOf(testCase);
        return template ? [makeCase(plan, template, template, call.user)] : [];
      });
      return { plan, cases };
    };
    if (!async) {
      const made = allowed.map(project => copyCases(copyPlan(project)));
      const answer = shapeOf(made, true, choices.copyAnswer, true);
      return refused.length ? missingCreate(refused, answer) : json(choices.writeStatus, answer);
    }
    if (refused.length) return missingCreate(refused, {});
    const plans = choices.asyncCopyPlan === 'atOnce' ? allowed.map(copyPlan) : [];
    later(() => { (plans.length ? plans : allowed.map(copyPlan)).filter(plan => world.issues.has(plan.id)).forEach(copyCases); });
    return json(choices.asyncStatus, shapeOf(plans.map(plan => ({ plan, cases: [] })), false, choices.copyAnswer, true));
  });

  api.post('/testplan/add-test-case-templates', call => {
    const body = bodyWith(call, ['testPlanKeys', 'testCaseTemplateKeys', 'async']);
    const async = reading.boolean(body['async'], 'async') ?? false;
    const plans = [...new Set((reading.texts(body['testPlanKeys'], 'testPlanKeys') ?? refuse(400, 'testPlanKeys is missing.')).map(key => planByKey(key, call.user, true)))];
    const templates = (reading.texts(body['testCaseTemplateKeys'], 'testCaseTemplateKeys') ?? refuse(400, 'testCaseTemplateKeys is missing.')).map(key => {
      const template = world.issuesByKey.get(key);
      return template && may(call.user, 'browse', template.project) && isTemplate(template) ? template : refuse(400, `There is no test case template '${key}'.`);
    });
    const refused = plans.filter(({ project }) => !may(call.user, 'create', project));
    const add = (served: readonly Issue[]): Made[] => served.map(plan => {
      const has = new Set(casesOf(plan).map(templateOf));
      const ordered = choices.additionOrder === 'asNamed' ? templates : templates.toReversed();
      const cases = ordered.filter(template => choices.addedAgain === 'again' || !has.has(template)).map(template => makeCase(plan, template, template, call.user));
      return { plan, cases };
    });
    if (async) {
      // Where the permission is missing nothing is created, and nothing is said.
      later(() => { add(plans.filter(plan => !refused.includes(plan) && world.issues.has(plan.id))); });
      return json(choices.asyncStatus, shapeOf(plans.map(plan => ({ plan, cases: [] })), false, choices.additionsAnswer, false));
    }
    const made = refused.length && choices.missingCreatePlans === 'none' ? [] : add(plans.filter(plan => !refused.includes(plan)));
    const answer = shapeOf(made, true, choices.additionsAnswer, false);
    return refused.length ? missingCreate(refused.map(({ project }) => project), answer) : json(choices.writeStatus, answer);
  });
  return api.routes;
}
