import type { ApiResponse, Observe } from '../../fixtures/index.js';
import { covers, describeEndpoint, expect, valuesIn, stepsRowsPropertyIn } from '../../fixtures/index.js';
import { at } from '../support/values.js';
import { answered, callOf, unlessRefused } from '../support/attempts.js';
import { refusalOf } from '../support/refusals.js';
import { stepsCalls } from './support/calls.js';
import { attachmentsOf, fileOf, readIssue } from './support/issues.js';
import { foreignStatus, newStatuses, stepsIn } from './support/rows.js';
import { test } from './support/scene.js';

/** Bytes that no text has. */
const binary = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));

for (const call of stepsCalls) {
  test.describe(...describeEndpoint(call.name), () => {
    test(
      'refuses an index past the last step, though the table has more rows, and changes nothing',
      covers('TM-02', 'TM-N07'),
      async ({ testManagement, scene, observe }) => {
        const { project, testCase } = scene;

        const changes = await scene.changesBy(() =>
          call.send(testManagement, project, { issueId: testCase.id, rowIndex: 3 }),
        );

        observeRefusal(observe, changes.response);
        expect(changes).toHaveChangedNothing();
      },
    );
  });
}

test.describe(...describeEndpoint('addStepAttachments'), () => {
  test.beforeEach(({ needsShown }) => needsShown('attachments'));

  test(
    'makes attachments of the issue as it is assumed to',
    covers('TM-N25'),
    async ({ testManagement, trackerApi, scene, observe }) => {
      const { testCase } = scene;

      await testManagement.addStepAttachments({
        query: { issueId: String(testCase.id), rowIndex: '0' },
        files: [fileOf('known.bin', binary)],
      });

      const isListed = (await attachmentsOf(trackerApi, testCase, 'known.bin')).length === 1;
      observe('TM-N25', { files: isListed ? 'of the issue' : 'of the step' });
    },
  );

  for (const { title, files } of [
    {
      title: 'refuses a part of another name and stores nothing',
      files: [fileOf('good.txt'), { ...fileOf('bad.txt'), part: 'photo' }],
    },
    { title: 'refuses an upload without a file and stores nothing', files: [] },
  ]) {
    test(title, covers('TM-N17'), async ({ testManagement, scene, needsOwnTracker, observe }) => {
      needsOwnTracker('What other trackers do with such an upload is their own affair.');
      const query = { issueId: String(scene.testCase.id), rowIndex: '0' };

      const changes = await scene.changesBy(() => testManagement.addStepAttachments({ query, files }));

      expect(changes).toHaveChangedNothing();
      observe('TM-N17', refusalOf('wrongTypes', changes.response));
    });
  }
});

test.describe(...describeEndpoint('addStepComment'), () => {
  test.beforeEach(({ needsShown }) => needsShown('comments'));

  test(
    'keeps the comments of a step in the order that it is assumed to',
    covers('TM-N14'),
    async ({ testManagement, scene, observe }) => {
      const { testCase } = scene;
      const place = { issueId: testCase.id, rowIndex: 0 };

      await testManagement.addStepComment({ body: { ...place, comment: 'First' } });
      await testManagement.addStepComment({ body: { ...place, comment: 'Second' } });

      const step = await scene.stepAt(0);
      const kept = valuesIn(step.rest).filter((text) => text === 'First' || text === 'Second');
      const seen = { 'First,Second': 'oldest first', 'Second,First': 'newest first' } as const;
      observe.orUnclear(
        'TM-N14',
        seen[kept.join() as keyof typeof seen],
        `The step shows its comments as ${JSON.stringify(kept)}.`,
      );
    },
  );
});

test.describe(...describeEndpoint('addStepComment'), () => {
  test(
    'makes a comment of the issue too, or of the step alone, as it is assumed to',
    covers('TM-N26'),
    async ({ testManagement, trackerApi, scene, observe }) => {
      const { id: issueId, key } = scene.testCase;

      await testManagement.addStepComment({ body: { issueId, rowIndex: 0, comment: 'Of the step' } });

      const { comments } = (await trackerApi.listComments({ issueIdOrKey: key })).data;
      const isListed = comments.some(({ body }) => body.includes('Of the step'));
      observe('TM-N26', isListed ? 'of the issue too' : 'of the step');
    },
  );
});

test.describe(...describeEndpoint('setStepCell'), () => {
  test(
    'refuses a column index past the last column and changes nothing',
    covers('TM-N07'),
    async ({ testManagement, scene, observe }) => {
      const { project, testCase } = scene;
      const columnIndex = project.columns.length;

      const changes = await scene.stepChangesBy(() =>
        testManagement.setStepCell({ body: { issueId: testCase.id, rowIndex: 0, columnIndex, cellValue: 'x' } }),
      );

      observeRefusal(observe, changes.response);
      expect(changes).toHaveChangedNothing();
    },
  );

  test(
    'takes a column index as numeric text as it is assumed to',
    covers('TM-N13'),
    async ({ testManagement, scene, observe }) => {
      const { template, testCase } = scene;
      const body = { issueId: testCase.id, rowIndex: 0, columnIndex: '1', cellValue: 'By text' };

      const changes = await scene.stepChangesBy(() => testManagement.setStepCell({ body }));

      observe.orUnclear('TM-N13', unlessRefused(changes.response, 'accepted'), callOf(changes.response));
      const { cells } = at(stepsIn(template.rows), 0);
      const set = { rowIndex: 0, cells: cells.with(1, 'By text') };
      expect(changes).toHaveChangedOnly({ changed: changes.response.ok ? [set] : [] });
    },
  );
});

test.describe(...describeEndpoint('setStepStatus'), () => {
  test.beforeEach(({ needsShown }) => needsShown('status'));

  test(
    'sets the status of a step of a template or refuses it, as it is assumed to',
    covers('TM-N23'),
    async ({ testManagement, scene, observe }) => {
      const { project, template } = scene;
      const body = { issueId: template.id, rowIndex: 0, status: at(newStatuses(project), 0) };

      const response = await testManagement.setStepStatus({ body });

      observe.orUnclear('TM-N23', unlessRefused(response, 'set'), callOf(response));
    },
  );

  test(
    'refuses a status that only another project has and changes nothing',
    covers('TM-03', 'TM-N07'),
    async ({ testManagement, scene, testManagementProjects, observe }) => {
      const { project, testCase } = scene;
      const other = await testManagementProjects.provide({ statusesUnlike: project });
      const status = foreignStatus(other, project);

      const changes = await scene.stepChangesBy(() =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 0, status } }),
      );

      expect(answered(changes.response)).not.toSucceed();
      expect(changes).toHaveChangedNothing();
      observeRefusal(observe, changes.response);
    },
  );

  test(
    'refuses a status nobody has and changes nothing',
    covers('TM-03', 'TM-N07'),
    async ({ testManagement, scene, build, observe }) => {
      const { project, testCase } = scene;
      const set = (status: string) =>
        testManagement.setStepStatus({ body: { issueId: testCase.id, rowIndex: 0, status } });
      await set(at(newStatuses(project), 0));

      const changes = await scene.stepChangesBy(async () => {
        await set('');
        return set(`Status ${build.unusedId()}`);
      });

      expect(answered(changes.response)).not.toSucceed();
      expect(changes).toHaveChangedNothing();
      observeRefusal(observe, changes.response);
    },
  );
});

test.describe(...describeEndpoint('setStepStatuses'), () => {
  test.beforeEach(({ needsShown }) => needsShown('status'));

  test(
    'sets no further step for an index that no step has, named beside a known one',
    covers('TM-N07'),
    async ({ testManagement, scene, observe }) => {
      const { project, testCase } = scene;
      const status = at(newStatuses(project), -1);
      const rows = [
        { rowIndex: 0, status },
        { rowIndex: 3, status },
      ];

      const changes = await scene.stepChangesBy(() =>
        testManagement.setStepStatuses({ body: { issueId: testCase.id, rows } }),
      );

      const others = changes.changed.filter(({ rowIndex }) => rowIndex !== 0);
      expect({ ...changes, changed: others }).toHaveChangedNothing();
      observeRefusal(observe, changes.response);
    },
  );

  test(
    'gives no step a status that only another project has, named beside a known one',
    covers('TM-03', 'TM-N07'),
    async ({ testManagement, scene, testManagementProjects, observe }) => {
      const { project, testCase } = scene;
      const other = await testManagementProjects.provide({ statusesUnlike: project });
      const rows = [
        { rowIndex: 0, status: at(newStatuses(project), -1) },
        { rowIndex: 1, status: foreignStatus(other, project) },
      ];

      const changes = await scene.stepChangesBy(() =>
        testManagement.setStepStatuses({ body: { issueId: testCase.id, rows } }),
      );

      answered(changes.response);
      // Whether the step with the known status is set is left open.
      const others = changes.changed.filter(({ rowIndex }) => rowIndex !== 0);
      expect({ ...changes, changed: others }).toHaveChangedNothing();
      observeRefusal(observe, changes.response);
    },
  );
});

test.describe(...describeEndpoint('createIssue'), () => {
  test(
    'names the rows of Steps as it is assumed to',
    covers('TM-N02'),
    async ({ trackerApi, testManagementProjects, build, observe }) => {
      const project = await testManagementProjects.provide();
      const rows = build.steps.for(project).steps(2).build();

      const { data } = await trackerApi.createIssue({
        body: build.testCaseTemplate.in(project).withSteps(rows).build(),
      });

      const place = stepsRowsPropertyIn((await readIssue(trackerApi, data.key)).fields[project.fields.steps]);
      observe.orUnclear('TM-N02', place, 'Steps are read back without rows, or with rows at some depth.');
    },
  );
});

/** Records the status of a steps call about something unknown (TM-N07). A call that succeeds without effect is no refusal. */
function observeRefusal(observe: Observe, { ok, status }: ApiResponse): void {
  observe.orUnclear('TM-N07', ok ? undefined : status, `The call is answered with ${status}.`);
}
