import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The files that the shards of a run left in a folder. */
export interface ShardFiles {
  /** The blob reports, one a shard. */
  readonly blobs: readonly string[];
  /** The folders with results of Allure. */
  readonly allureResults: readonly string[];
}

/** Finds the files of the shards of a run in a folder and all folders in it. The paths are in order. */
export function findShardFiles(folder: string): ShardFiles {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const sorted = paths.map((path) => join(folder, path)).sort();
  return {
    blobs: sorted.filter((path) => /^report.*\.zip$/.test(basename(path))),
    allureResults: sorted.filter((path) => basename(path) === 'allure-results'),
  };
}
