/**
 * Prints `N passed, N failed` for the Playwright runs whose counts stand in a run totals file, one line of JSON a run.
 * Plain JavaScript: it has to run where the installation failed. Ends with 1 if no run has left a line.
 */
import { readFileSync } from 'node:fs';

const lines = readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean);
const runs = lines.length === 0 ? [{ passed: 0, failed: 1 }] : lines.map(readRun);
const sum = (key) => runs.reduce((total, run) => total + run[key], 0);

console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
if (lines.length === 0) process.exitCode = 1;

/** A run that was cut off while it wrote its line has failed. */
function readRun(line) {
  try {
    const { passed, failed } = JSON.parse(line);
    if (Number.isInteger(passed) && Number.isInteger(failed)) return { passed, failed };
  } catch {
    // Said below, as for a line without counts.
  }
  console.error(`This line of the runTotals can't be read and counts as one failure: ${line}`);
  return { passed: 0, failed: 1 };
}
