import { covers, describeEndpoint } from '../../fixtures/index.js';
import { findPrevious, test } from './support/previous-test.js';

test.describe(...describeEndpoint('listTestCaseIds'), () => {
  test(
    'has the previous URL pattern it is assumed to have',
    covers('TM-N01'),
    async ({ previousTestManagement, scene, tracker, assumptions, build, observe }) => {
      const { basePath, tried } = await findPrevious({ previousTestManagement, scene, tracker, assumptions, build });

      observe.orUnclear('TM-N01', basePath, `The API answers as it should under none of ${tried.join(', ')}.`);
    },
  );
});
