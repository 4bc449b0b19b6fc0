import type { Endpoints } from '../../../contracts/index.js';
import { json } from '../../server/answer.js';
import type { Answer } from '../../server/answer.js';
import type { CallOf } from '../../server/handler.js';
import { casesOf, isActive, locateTestIssue, templateOf } from './plan.js';

/** `GET testplan/test-case-ids/{testPlanKey}` */
export function listTestCaseIds(call: CallOf<Endpoints['listTestCaseIds']>): Answer {
  const plan = locateTestIssue(call, call.parameters.testPlanKey, 'testPlan');
  return json(casesOf(call.state, plan).map(({ id }) => id));
}

/** `GET testplan/test-case-template-ids/{testPlanKey}` */
export function listTestCaseTemplateIds(call: CallOf<Endpoints['listTestCaseTemplateIds']>): Answer {
  const plan = locateTestIssue(call, call.parameters.testPlanKey, 'testPlan');
  const templates = casesOf(call.state, plan).flatMap((testCase) => templateOf(call.state, testCase) ?? []);
  const wanted =
    call.query.onlyActive === 'true' ? templates.filter((template) => isActive(call, template)) : templates;
  return json([...new Set(wanted.map(({ id }) => id))]);
}
