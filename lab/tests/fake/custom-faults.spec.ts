import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { startFake } from '../../../fake/index.js';

test.describe('A fake with a defect of its own', () => {
  for (const [what, thrown] of [
    ['an error', new Error('rows are missing')],
    ['a text', 'rows are missing'],
    ['nothing', undefined],
  ] as const) {
    test(`answers with 500 if ${what} is thrown, and serves on`, async () => {
      const fake = await startFake({
        override: (implementation) => ({
          ...implementation,
          handlers: {
            ...implementation.handlers,
            getServerInfo: () => {
              // eslint-disable-next-line @typescript-eslint/only-throw-error -- what is no error is thrown on purpose
              throw thrown;
            },
          },
        }),
      });
      try {
        for (let call = 1; call <= 2; call += 1) {
          const { statusCode, body } = await request(`${fake.url}/rest/api/2/serverInfo`);
          expect(statusCode).toBe(500);
          expect(await body.json()).toEqual({
            errorMessages: [expect.stringMatching(/^The fake failed: ./)],
            errors: {},
          });
        }
      } finally {
        await fake.close();
      }
    });
  }
});
