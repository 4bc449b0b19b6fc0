/** Writes the rule ids with their texts for editors; `npm run rule-ids`. */
import { writeFileSync } from 'node:fs';
import { ruleIdsSource } from './rule-ids-source.js';

writeFileSync('contracts/rules/rule-ids.ts', ruleIdsSource());
