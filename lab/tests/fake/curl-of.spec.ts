import { runInNewContext } from 'node:vm';
import { expect, test } from '@playwright/test';
import { curlOf } from '../../../fake/control/exchange.js';
import type { JournalEntry } from '../../../fake/index.js';

/** An upload as the journal keeps it: a line for each file. */
function upload(requestBody: string): JournalEntry {
  return {
    id: 1,
    at: 0,
    method: 'POST',
    url: '/rest/api/2/issue/DEMO-1/attachments',
    endpoint: null,
    refused: null,
    caller: null,
    contentType: 'multipart/form-data; boundary=x',
    requestBody,
    status: 200,
    responseBody: '',
    duration: 0,
    faults: [],
  };
}

test.describe('the command of an upload', () => {
  test('names each file, whatever signs its name has', () => {
    const lines = ['file: a.txt (5 bytes)', 'file: b: c (1 bytes) d.txt (0 bytes)', 'file:  (3 bytes)', 'cut: off (1'];

    const command = curlOf(upload(lines.join('\n')), 'http://fake');

    expect(command.match(/-F '[^']*'/g)).toEqual([
      `-F 'file=@"a.txt"'`,
      `-F 'file=@"b: c (1 bytes) d.txt"'`,
      `-F 'file=@""'`,
    ]);
  });

  test('is made in order of its length', () => {
    // Colons that are each tried as the end of a part's name take minutes; only the machine can stop that.
    const make = () => curlOf(upload(': '.repeat(100_000)), 'http://fake');
    const command = runInNewContext('make()', { make }, { timeout: 15_000 }) as string;

    expect(command).not.toContain('-F');
  });
});
