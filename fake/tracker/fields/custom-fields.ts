import type { WorldCustomField } from '../../../contracts/index.js';
import { preconditionsKind } from '../../test-management/fields/preconditions-kind.js';
import { requirementKind } from '../../test-management/fields/requirement-kind.js';
import { stepsKind } from '../../test-management/fields/steps-kind.js';
import { testCaseTemplateKind } from '../../test-management/fields/test-case-template-kind.js';
import type { IssueField } from './issue-field.js';
import { labelsKind } from './labels-kind.js';
import { numberKind } from './number-kind.js';
import { selectKind } from './select-kind.js';
import { storedField } from './stored-field.js';
import { templateKind } from './template-kind.js';
import { lineKind, paragraphKind } from './text-kinds.js';
import type { ValueKind } from './value-kind.js';

const kinds: Readonly<Record<WorldCustomField['type'], (field: WorldCustomField) => ValueKind>> = {
  template: () => templateKind,
  text: () => lineKind,
  paragraph: () => paragraphKind,
  number: () => numberKind,
  select: (field) => selectKind(field.options ?? []),
  labels: () => labelsKind(null),
  steps: () => stepsKind,
  preconditions: () => preconditionsKind,
  requirement: () => requirementKind,
  'test case template': () => testCaseTemplateKind,
};

const ofTracker = 'com.atlassian.jira.plugin.system.customfieldtypes';

/** What the tracker calls the type of a custom field: its plug-in, and the name it has there. */
const typeKeys: Readonly<Record<WorldCustomField['type'], string>> = {
  text: `${ofTracker}:textfield`,
  paragraph: `${ofTracker}:textarea`,
  number: `${ofTracker}:float`,
  select: `${ofTracker}:select`,
  labels: `${ofTracker}:labels`,
  template: 'tracker.default-templates:template-field',
  steps: 'tracker.test-management:steps-field',
  preconditions: 'tracker.test-management:preconditions-field',
  requirement: 'tracker.test-management:requirement-field',
  'test case template': 'tracker.test-management:tc-template-field',
};

/** A custom field of the tracker as a field of its issues. */
export function customField(field: WorldCustomField): IssueField {
  return storedField(`customfield_${field.id}`, field.name, kinds[field.type](field), {
    customId: field.id,
    customType: typeKeys[field.type],
  });
}
