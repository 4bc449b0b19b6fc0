import type { RunningServer } from '../start-server.js';
import type { Dialect } from './requests.js';

/** A server that you could use in place of our fake. */
export interface Competitor {
  readonly dialect: Dialect;
  /** The parts of the jobs that it leaves out, for the reader of the figure. */
  readonly without: string;
  /** Starts it with the data of the jobs. @param folder a folder of its own, empty */
  start(folder: string): Promise<RunningServer>;
}
