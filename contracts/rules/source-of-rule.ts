import type { DocumentFile } from '../clauses/clause.js';
import type { CustomRule } from './custom-rules.js';
import type { Api, Rule } from './rule.js';

const documents: Readonly<Record<Api, DocumentFile>> = {
  'default-templates': 'default-template.md',
  'directory-sync': 'directory-sync.md',
  'test-management': 'test-management.md',
};

/** The document of a rule, or the group of a custom rule, and the section that states it. */
export function sourceOfRule({ api, section }: Pick<Rule | CustomRule, 'api' | 'section'>): string {
  return `${(documents as Readonly<Record<string, string>>)[api] ?? api}, ${section}`;
}
