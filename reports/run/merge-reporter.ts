import type { FullConfig, FullResult } from '@playwright/test/reporter';
import { counted } from '../../contracts/counted.js';
import { countUnreadableShards, readShards, shardProblems } from '../shards.js';
import { concludeRun } from './conclude.js';
import type { Conclusion } from './conclude.js';
import type { EndedRun } from './judge-run.js';
import { RunReporter } from './run-reporter.js';

/** Judges merged shards as one run, as it would have been judged in one piece, save if options say otherwise. */
export class MergeReporter extends RunReporter {
  protected begin({ metadata }: FullConfig): void {
    const shards = readShards(metadata);
    const unreadable = countUnreadableShards(metadata);
    this.errors.push(...shardProblems(shards));
    if (unreadable > 0) {
      this.errors.push(`${counted(unreadable, 'shard')} can't be read: run and merge them by the same version.`);
    }
    this.shards = shards.length;
    this.selected = shards[0]?.selected;
    const { gate, differs, flaky } = this.options;
    const told = { ...this.policy, ...shards[0]?.gate };
    this.policy = { rules: gate ?? told.rules, differs: differs ?? told.differs, flaky: flaky ?? told.flaky };
  }

  protected conclude(result: FullResult, ended: EndedRun): Promise<Conclusion> {
    return concludeRun(result, ended);
  }
}
