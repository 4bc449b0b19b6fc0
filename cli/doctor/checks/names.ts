import type { Field } from '../../../contracts/index.js';
import { completeNames, customField } from '../../../provide/external/discovery/complete-sandbox.js';
import type { FieldRole } from '../../../provide/external/discovery/complete-sandbox.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import { expectationsOf } from '../../../client/settings/settings.js';
import { missing, ok, warning, meantNames } from '../check.js';
import type { Check, CheckFinding } from '../check.js';

export const customFields: Check = {
  name: 'custom fields',
  needs: { user: 'no login works' },
  look: async ({ read, external, settings }) => {
    const fields = await read().listFields();
    const names = completeNames(external.sandbox, fields, expectationsOf(settings).assumptions);
    const looked = Object.entries(wantedNames(names)).map(
      ([role, idOrName]) => [role as FieldRole, lookAtField(role as FieldRole, idOrName, fields)] as const,
    );
    const fieldsFound = new Set(looked.filter(([, { state }]) => state !== 'missing').map(([role]) => role));
    return { findings: looked.map(([, finding]) => finding), facts: { fields, fieldsFound, names } };
  },
};

function wantedNames({ templateField, tests }: Pick<Sandbox, 'tests' | 'templateField'>): Record<FieldRole, string> {
  return { template: templateField, ...tests.fields };
}

function lookAtField(role: FieldRole, idOrName: string, fields: readonly Field[]): CheckFinding {
  const custom = fields.filter((field) => field.custom);
  const setting = role === 'template' ? 'templateField' : `tests.fields.${role}`;
  if (!custom.some(({ id, name }) => id === idOrName || name === idOrName)) {
    const names = custom.map((field) => field.name);
    const text = `no custom field "${idOrName}"${meantNames(idOrName, names)}`;
    return missing(text, `name it in TRACKER_SANDBOX as ${setting}.`);
  }
  const { id, name, schema } = customField(idOrName, fields);
  const text = `"${name}" is ${id}`;
  const same = custom.filter((field) => field.name === name);
  if (!same.some((field) => field.id !== id && field.schema?.custom === schema?.custom)) return ok(text);
  return warning(
    `${text}, and others are named so: ${same.map((field) => field.id).join(', ')}`,
    `write the id of the right one in TRACKER_SANDBOX as ${setting}.`,
  );
}

export const issueTypes: Check = {
  name: 'issue types',
  needs: { user: 'no login works', names: 'the custom fields were not looked at' },
  look: async ({ read }, { names }) => {
    const known = (await read().listIssueTypes()).map(({ name }) => name);
    const wanted = Object.entries(names?.tests.issueTypes ?? {});
    const findings = wanted.map(([kind, name]) => {
      const count = known.filter((one) => one === name).length;
      if (count === 1) return ok(`"${name}"`);
      if (count > 1) return missing(`${count} issue types are named "${name}"`, 'rename those that are not meant.');
      const text = `no issue type "${name}"${meantNames(name, known)}`;
      return missing(text, `name it in TRACKER_SANDBOX as tests.issueTypes.${kind}.`);
    });
    return { findings };
  },
};
