import { expect, test } from '@playwright/test';
import { nearMisses } from '../../../fake/server/near-misses.js';

const addresses = [
  { method: 'GET', path: '/rest/api/2/issue/{issueIdOrKey}', endpoint: 'GET /issue/{issueIdOrKey}' },
  { method: 'PUT', path: '/rest/api/2/issue/{issueIdOrKey}', endpoint: 'PUT /issue/{issueIdOrKey}' },
  { method: 'GET', path: '/rest/api/latest/issue/{issueIdOrKey}', endpoint: 'GET /issue/{issueIdOrKey}' },
  { method: 'POST', path: '/rest/api/2/issue', endpoint: 'POST /issue' },
  { method: 'GET', path: '/rest/api/2/myself', endpoint: 'GET /myself' },
];

interface Miss {
  readonly request: string;
  /** Near misses, nearest first: method and path, and after a colon the difference. */
  readonly near: readonly string[];
}

const misses: readonly Miss[] = [
  {
    request: 'GET /rest/api/2/isue/QA-1',
    near: ['GET /rest/api/2/issue/{issueIdOrKey}: The step is issue, not isue.'],
  },
  { request: 'GET /rest/api/2/Myself?x=1', near: ['GET /rest/api/2/myself: The step is myself, not Myself.'] },
  { request: 'GET /rest/api/2/myself/', near: ['GET /rest/api/2/myself: There is a / too many.'] },
  {
    request: 'GET /rest/api/2/x/myself',
    near: [
      'GET /rest/api/2/myself: The step x is too many.',
      'GET /rest/api/2/issue/{issueIdOrKey}: The step is issue, not x.',
    ],
  },
  {
    request: `GET /rest/api/2/${'x'.repeat(80)}/y`,
    near: [`GET /rest/api/2/issue/{issueIdOrKey}: The step is issue, not ${'x'.repeat(60)}….`],
  },
  { request: 'GET /api/2/myself', near: ['GET /rest/api/2/myself: The step rest is missing.'] },
  {
    request: 'DELETE /rest/api/2/issue/QA-1',
    near: [
      'GET /rest/api/2/issue/{issueIdOrKey}: The method is GET, not DELETE.',
      'PUT /rest/api/2/issue/{issueIdOrKey}: The method is PUT, not DELETE.',
    ],
  },
  {
    request: 'PUT /rest/api/2/issue/',
    near: [
      'POST /rest/api/2/issue: The method is POST, not PUT. There is a / too many.',
      'PUT /rest/api/2/issue/{issueIdOrKey}: There is no {issueIdOrKey}.',
    ],
  },
  { request: 'GET /somewhere/else/entirely', near: [] },
  { request: `GET /rest/${'a/'.repeat(5_000)}`, near: [] },
  { request: `GET /rest/api/${'x'.repeat(8_000)}`, near: [] },
];

for (const { request, near } of misses) {
  test(`${request.slice(0, 40)} comes near to ${near.length}`, () => {
    const [method = '', url = ''] = request.split(' ');

    const found = nearMisses(addresses, method, url);

    expect(found.map(({ method: own, path, differences }) => `${own} ${path}: ${differences.join(' ')}`)).toEqual(near);
  });
}

test('a request that meets an address is at no distance from it', () => {
  expect(nearMisses(addresses, 'GET', '/rest/api/2/issue/QA-1')[0]).toEqual({
    ...addresses[0],
    differences: [],
    distance: 0,
  });
});
