import * as z from 'zod';
import { assumptionTable } from '../assumptions/assumptions.js';
import type { AssumedRuleId } from '../rules/rules.js';

/** The properties of a setting, each with its schema; undefined if the setting is a single value. */
export function settingParts(id: AssumedRuleId): Readonly<Record<string, z.ZodType>> | undefined {
  const { schema } = assumptionTable[id];
  return schema instanceof z.ZodObject ? schema.shape : undefined;
}
