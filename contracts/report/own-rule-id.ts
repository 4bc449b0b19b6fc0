import * as z from 'zod';
import { isOwnRuleId } from '../rules/own-rules.js';
import type { OwnRuleId } from '../rules/own-rules.js';

/** The id of a rule of one's own. */
export const ownRuleIdSchema = z.custom<OwnRuleId>((id) => typeof id === 'string' && isOwnRuleId(id));
