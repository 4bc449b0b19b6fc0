/** The operations on the machine that the installation of Chromium needs. */
export interface Machine {
  /** The path of Chromium; undefined if it is missing. */
  readonly find: () => string | undefined;
  /** Runs `apt-get`. Returns the last line of its error; undefined if it succeeds. */
  readonly aptGet: (args: readonly string[]) => string | undefined;
  readonly print: (sentence: string) => void;
}

const steps = [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']];

/** Installs Chromium with apt-get if it is missing. @returns whether it is there now */
export function installChromium({ find, aptGet, print }: Machine): boolean {
  const there = find();
  if (there !== undefined) {
    print(`Chromium is ${there}.`);
    return true;
  }
  print('There is no Chromium yet, so apt-get installs it: the tests of the report pages open them in it.');
  for (const step of steps) {
    const problem = aptGet(step);
    if (problem !== undefined) {
      print(`Chromium could not be installed: apt-get ${step.join(' ')}: ${problem}`);
      print('Install it by hand, or name one that is there: TRACKER_CHROMIUM=/path/to/chromium');
      return false;
    }
  }
  const installed = find();
  print(installed === undefined ? 'apt-get installed Chromium to an unknown place.' : `Chromium is now ${installed}.`);
  return installed !== undefined;
}
