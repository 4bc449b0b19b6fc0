import { ruleIds } from './rules.js';
import type { RuleId } from './rules.js';

/** Every rule id. In the package the build gives each one its text and source (`lab/tools/document-declarations.ts`). */
export type RuleIds = { readonly [Id in RuleId]: Id };

/** Every rule id by itself. Editors show the text of a rule while you choose its id: `covers(rule['DT-01'])`. */
export const rule = Object.fromEntries(ruleIds.map((id) => [id, id])) as RuleIds;
