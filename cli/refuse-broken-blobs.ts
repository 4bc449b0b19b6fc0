import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.js';

/** What an archive begins with, and what its list of contents, at its end, begins with. */
const [BEGIN, END] = [Buffer.from('PK\x03\x04', 'latin1'), Buffer.from('PK\x05\x06', 'latin1')];

/** Refuses blob reports that are no archives, or that were cut off on their way. @throws UsageError that names each */
export function refuseBrokenBlobs(files: readonly string[]): void {
  const broken = files.filter((file) => {
    const bytes = readFileSync(file);
    return !bytes.subarray(0, 4).equals(BEGIN) || bytes.lastIndexOf(END) < 0;
  });
  if (broken.length === 0) return;
  throw new UsageError(
    broken
      .map((file) => `${file} is no blob report, or was cut off: fetch it again, or run that shard again.`)
      .join('\n'),
  );
}
