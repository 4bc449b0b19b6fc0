import * as z from 'zod';
import { isCustomRuleId } from '../rules/custom-rules.js';
import type { CustomRuleId } from '../rules/custom-rules.js';

/** The id of a custom rule. */
export const customRuleIdSchema = z.custom<CustomRuleId>((id) => typeof id === 'string' && isCustomRuleId(id));
