import type { ClauseSection, DocumentFile } from './clause.js';
import { defaultTemplateSections } from './default-templates.js';
import { directorySyncSections } from './directory-sync.js';
import { testManagementSections } from './test-management.js';

export const clauseDocuments: Readonly<Record<DocumentFile, readonly ClauseSection[]>> = {
  'default-template.md': defaultTemplateSections,
  'directory-sync.md': directorySyncSections,
  'test-management.md': testManagementSections,
};
