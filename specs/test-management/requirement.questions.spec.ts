import { covers, describeEndpoint, expect, standsIn } from '../../fixtures/index.js';
import { requirementForm, requirementOf, valueOf } from './support/requirements.js';
import { test } from './support/test.js';

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'sets a Requirement of several issues, named as it is assumed',
    covers('TM-15', 'TM-N03'),
    async ({ issues, scene, build, assumptions, tracker, observe }) => {
      const { project, plan, otherTemplate } = scene;
      const trying = { issues, tracker, assumptions, build };
      const value = await requirementOf([plan, otherTemplate], project, trying);
      const body = build.testCaseTemplate.in(project).withRequirement(value).build();

      const { data } = await issues.createIssue({ body });

      const stored = await valueOf(issues, project, data.key);
      expect([plan, otherTemplate].map((required) => standsIn(stored, required))).toEqual([true, true]);
      observe('TM-N03', await requirementForm(trying, project, plan));
    },
  );
});
