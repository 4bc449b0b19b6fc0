import type { testManagementEndpoints } from '../../contracts/test-management/endpoints.js';
import type { HandlersOf } from '../tracker/call.js';
import { planHandlers } from './plans.js';
import { stepHandlers } from './steps.js';

export const testManagementHandlers: HandlersOf<typeof testManagementEndpoints> = { ...planHandlers, ...stepHandlers };
