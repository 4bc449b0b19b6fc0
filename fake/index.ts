/** The bundled tracker. */
export type { Control, SpaceControl, SpaceState, SpaceSummary } from './control/control.js';
export type { Fault, FaultInput } from './faults/fault.js';
export type { FaultReport } from './faults/wire-faults.js';
export type { JournalEntry } from './spaces/journal.js';
export type { SpaceOptions } from './spaces/spaces.js';
export type { TableName } from './state/state.js';
export type { Behaviour, Variant } from './spaces/behaviour.js';
export type { Defect } from './defects/defect.js';
export type { Fake, FakeOptions } from './start-fake.js';
export { CONTROL_PATH } from './control/answer-control.js';
export { defects } from './defects/defects.js';
export { selectDefects } from './defects/select-defects.js';
export { findDefect } from './defects/find-defect.js';
export { MAIN_SPACE, startFake } from './start-fake.js';
export { SpaceError } from './spaces/space-error.js';
export { WorldError } from './state/world-error.js';
export { documentsWorld } from './worlds/documents.js';
