import { expect } from '@playwright/test';
import { request as sendRequest } from 'undici';
import { CONTROL_PATH } from '../../../fake/index.js';
import type { FaultInput } from '../../../fake/index.js';
import type { JournalExchange } from '../../../fake/control/exchange.js';
import { basic, sender, test } from './fake-test.js';

const ME = '/rest/api/2/myself';
const WATCHERS = '/rest/watchers/1.0/issue/QA-1';
const authorization = basic('admin');

test('a stub answers an address that nothing is served at, with or without a login', async ({ open }) => {
  const { call, tenant } = open();
  tenant.addFault({
    kind: 'stub',
    method: 'GET',
    path: '/rest/watchers/*/issue/*',
    json: { watchers: ['tess'] },
    headers: { 'X-Page': '1' },
  });

  const replies = [await call('GET', WATCHERS), await call('GET', WATCHERS, { authorization: null })];

  const headers = { 'content-type': 'application/json;charset=UTF-8', 'x-page': '1' };
  expect(replies).toMatchObject(replies.map(() => ({ status: 200, body: { watchers: ['tess'] }, headers })));
  expect((await call('POST', WATCHERS, { json: {} })).status).toBe(404);
  expect(tenant.faults()).toMatchObject([{ id: 'stub-1', matched: 2, struck: 2 }]);
});

test('a stub answers in place of an endpoint, which changes nothing', async ({ open }) => {
  const { call, tenant } = open();
  const before = tenant.state();
  tenant.addFault({ kind: 'stub', endpoint: 'createIssue', status: 201, json: { key: 'DEMO-99' } });

  const reply = await call('POST', '/rest/api/2/issue', { json: { fields: {} } });

  expect(reply).toMatchObject({ status: 201, body: { key: 'DEMO-99' } });
  expect(tenant.state()).toStrictEqual(before);
});

test('the journal names the stub, what was sent and the endpoint it stood for', async ({ fake, open }) => {
  const { call, tenant } = open();
  tenant.addFault({ kind: 'stub', json: null });
  await call('POST', '/rest/api/2/issue', { json: { fields: {} } });
  await call('GET', '/rest/api/2/myslef');

  const control = sender(`${fake.url}${CONTROL_PATH}/tenants/${tenant.name}`);
  const stubbed = { status: 200, responseBody: 'null', refused: null, faults: ['stub-1'] };
  expect((await control('GET', '/journal')).body).toMatchObject([
    { ...stubbed, endpoint: 'POST /issue', requestBody: '{"fields":{}}' },
    { ...stubbed, endpoint: null },
  ]);
  expect(((await control('GET', '/journal/2')).body as JournalExchange).nearest).toEqual([]);
});

const bodies: readonly (readonly [string, Partial<FaultInput>, string | undefined, string])[] = [
  ['text', { body: 'queued' }, 'text/plain;charset=UTF-8', 'queued'],
  ['text of a content type', { body: '<a/>', contentType: 'text/xml' }, 'text/xml', '<a/>'],
  ['JSON that is a text', { json: 'ok' }, 'application/json;charset=UTF-8', '"ok"'],
  ['a header that names the content type', { body: 'a', headers: { 'content-type': 'text/csv' } }, 'text/csv', 'a'],
  ['nothing', { status: 404 }, undefined, ''],
  ['no body if there can be none', { status: 204, body: 'x' }, undefined, ''],
];

for (const [what, told, type, text] of bodies) {
  test(`a stub answers ${what}`, async ({ open }) => {
    const { tenant, url } = open();
    tenant.addFault({ kind: 'stub', ...told } as FaultInput);

    const { headers, body } = await sendRequest(`${url}${ME}`, { headers: { authorization } });

    expect([headers['content-type'], await body.text()]).toEqual([type, text]);
  });
}

test('stubs answer in the order they were added in, each as often as it says', async ({ open }) => {
  const { call, tenant } = open();
  tenant.addFault({ kind: 'stub', status: 503, count: 1 });
  tenant.addFault({ kind: 'stub', status: 202, count: 1 });

  const statuses = [(await call('GET', ME)).status, (await call('GET', ME)).status, (await call('GET', ME)).status];

  expect(statuses).toEqual([503, 202, 200]);
});

test('what a stub answers is late and spoiled like any other answer', async ({ open }) => {
  const { tenant, url } = open();
  tenant.addFault({ kind: 'truncated', at: 0.5 });
  tenant.addFault({ kind: 'stub', body: 'abcdef' });
  tenant.addFault({ kind: 'latency', milliseconds: 1 });

  const { body } = await sendRequest(`${url}${ME}`, { headers: { authorization } });

  expect(await body.text()).toBe('abc');
  expect(tenant.journal()).toMatchObject([{ status: 200, faults: ['latency-3', 'stub-2', 'truncated-1'] }]);
});

test('a connection goes on after a stub, whatever was sent', async ({ open }) => {
  const { call, tenant } = open();
  tenant.addFault({ kind: 'stub', method: 'POST', json: {} });

  await call('POST', '/rest/api/2/issue', { text: 'x'.repeat(100_000), contentType: 'text/plain' });

  expect((await call('GET', ME)).status).toBe(200);
});

test('a reset and a removal take stubs away; those a tenant was opened with come back', async ({ open }) => {
  const { call, tenant } = open({ faults: [{ kind: 'stub', method: 'GET', path: WATCHERS }] });
  tenant.addFault({ kind: 'stub', path: ME, status: 418 });
  const stubbed = (await call('GET', ME)).status;
  tenant.clearFaults();
  const cleared = (await call('GET', WATCHERS)).status;

  tenant.addFault({ kind: 'stub', path: ME, status: 418 });
  tenant.reset();

  expect([stubbed, cleared, (await call('GET', ME)).status, (await call('GET', WATCHERS)).status]).toEqual([
    418, 404, 200, 200,
  ]);
});

test('a tenant tells how many faults and stubs are in force', async ({ fake, open }) => {
  const { tenant } = open({ faults: [{ kind: 'malformed' }] });
  tenant.addFault({ kind: 'stub' });

  const { body } = await sender(`${fake.url}${CONTROL_PATH}`)('GET', `/tenants/${tenant.name}`);

  expect(body).toMatchObject({ faults: 2 });
});
