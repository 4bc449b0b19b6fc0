import { messageOf } from '../../contracts/thrown.js';
import { rules } from '../../contracts/index.js';
import { selectDefects } from '../../fake/index.js';
import type { Defect } from '../../fake/index.js';
import { UsageError } from '../support/usage-error.js';

/** The options of `tracker-e2e defects`. */
export interface DefectsOptions {
  readonly json?: boolean;
}

/** Prints what the fake can get wrong, of these rules and APIs or of all. @throws UsageError for those that are none */
export function listDefects(wanted: readonly string[], { json }: DefectsOptions): void {
  const chosen = selected(wanted);
  process.stdout.write(json === true ? `${asJson(chosen)}\n` : `${asText(chosen)}\n`);
}

function selected(wanted: readonly string[]): readonly Defect[] {
  try {
    return selectDefects(wanted);
  } catch (cause) {
    throw new UsageError(messageOf(cause), undefined, { cause });
  }
}

function asJson(chosen: readonly Defect[]): string {
  return JSON.stringify(
    chosen.map(({ name, rule, breaks, isolatedOnly }) => ({ name, rule, breaks, isolatedOnly })),
    null,
    2,
  );
}

function asText(chosen: readonly Defect[]): string {
  const ids = [...new Set(chosen.map(({ rule }) => rule))];
  const blocks = ids.map((id) => {
    const own = chosen.filter(({ rule }) => rule === id);
    return [`${id}  ${rules[id].text}`, ...own.map(({ name, breaks }) => `    ${name}: ${breaks}`)].join('\n');
  });
  return [...blocks, '', `${chosen.length} defects of ${ids.length} rules`].join('\n');
}
