import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFake } from 'tracker-e2e/fake';

/** @type {import('tracker-e2e/fake').Fake} */
let fake;

before(async () => {
  fake = await startFake();
});

after(() => fake.close());

const login = { authorization: `Basic ${btoa('admin:admin')}` };

test('a client meets a tracker of its own, and one that refuses once', async () => {
  const tenant = fake.control.open();
  tenant.addFault({ kind: 'error-response', status: 503, retryAfter: 0, endpoint: 'getMyself', count: 1 });
  const myself = () => fetch(`${fake.url}${tenant.contextPath}/rest/api/2/myself`, { headers: login });

  const [first, second] = [await myself(), await myself()];

  assert.deepEqual([first.status, second.status], [503, 200]);
  assert.equal((await second.json()).name, 'admin');
  assert.equal(tenant.journal().length, 2);
  tenant.close();
});
