/** The bundled tracker. */
export type { WorldInput } from '../contracts/index.js';
export type { RowPage } from './control/select-rows.js';
export type { FaultReport } from './faults/wire-faults.js';
export type { Control, TenantControl, TenantDescription, TenantSummary } from './control/control.js';
export type { FaultInput } from './faults/fault.js';
export type { JournalEntry } from './tenants/journal.js';
export type { CustomRows, Override } from './tenants/implementation.js';
export type { Answer } from './server/answer.js';
export type { HandlersOf } from './tracker/call.js';
export type { Defect } from './defects/defect.js';
export type { Fake } from './start-fake.js';
export { defects, selectDefects, findDefect } from './defects/defects.js';
export { startFake } from './start-fake.js';
export { customRows, mergeOverrides, serve } from './tenants/implementation.js';
export { json, noContent } from './server/answer.js';
export { TrackerError } from './server/errors.js';
export { browsableIssue } from './tracker/rows.js';
