import { join } from 'node:path';

/** The folder with the three API documents, which are not part of this repository. */
export const documentsFolder = process.env['TRACKER_DOCUMENTS'] ?? join(import.meta.dirname, '../../../../shared/spec');

/** Why a test that needs them is skipped. */
export const whyNoDocuments = `There is no folder ${documentsFolder}: TRACKER_DOCUMENTS names the one with the API documents.`;
