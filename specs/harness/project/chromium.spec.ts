import { chmodSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { findChromium } from '../../../tools/find-chromium.js';
import { installChromium } from '../../../tools/install-chromium.js';

/** The output and the calls on a machine on which Chromium is found after a number of looks. */
function install(foundAtLook: number, problem?: string) {
  const log: string[] = [];
  let looks = 0;
  const there = installChromium({
    find: () => ((looks += 1) >= foundAtLook ? '/usr/bin/chromium' : undefined),
    aptGet: (args) => {
      log.push(`apt-get ${args.join(' ')}`);
      return args[0] === 'install' ? problem : undefined;
    },
    print: (sentence) => log.push(sentence),
  });
  return { there, log };
}

const announcement = 'There is no Chromium yet, so apt-get installs it: the tests of the report pages open them in it.';
const installation = 'apt-get install --yes --no-install-recommends chromium';

test.describe('installing Chromium', () => {
  test('does nothing where it is', () => {
    expect(install(1)).toEqual({ there: true, log: ['Chromium is /usr/bin/chromium.'] });
  });

  test('updates once and installs where it is not', () => {
    const log = [announcement, 'apt-get update', installation, 'Chromium is now /usr/bin/chromium.'];
    expect(install(2)).toEqual({ there: true, log });
  });

  test('says if it can’t', () => {
    expect(install(2, 'are you root?')).toEqual({
      there: false,
      log: [
        announcement,
        'apt-get update',
        installation,
        `Chromium could not be installed: ${installation}: are you root?`,
        'Install it by hand, or name one that is there: TRACKER_CHROMIUM=/path/to/chromium',
      ],
    });
  });
});

test.describe('finding Chromium', () => {
  test('takes a program from the path, and none that can not be run', ({}, testInfo) => {
    const file = testInfo.outputPath('chromium');
    const env = { PATH: dirname(file) };
    writeFileSync(file, '');
    expect(findChromium(env, [])).toBeUndefined();
    chmodSync(file, 0o755);
    expect(findChromium(env, [])).toBe(file);
    expect(findChromium({}, [dirname(file)])).toBe(file);
  });

  test('takes the one that is named and no other', ({}, testInfo) => {
    const file = testInfo.outputPath('my-browser');
    writeFileSync(file, '', { mode: 0o755 });
    expect(findChromium({ TRACKER_CHROMIUM: file })).toBe(file);
    expect(findChromium({ TRACKER_CHROMIUM: `${file}-not` })).toBeUndefined();
  });
});
