import type { Field } from '../../../contracts/index.js';
import { completeNames } from '../../../fixtures/discovery/complete-sandbox.js';
import type { FieldRole } from '../../../fixtures/discovery/complete-sandbox.js';
import type { Sandbox } from '../../../fixtures/index.js';
import { expectationsOf } from '../../../fixtures/settings/settings.js';
import { missing, ok, warning } from '../check.js';
import type { Check, Finding } from '../check.js';
import { didYouMean } from './look-at-named.js';

export const customFields: Check = {
  name: 'custom fields',
  needs: { user: 'no login works' },
  look: async ({ read, external, settings }) => {
    const fields = await read().listFields();
    const names = completeNames(external.sandbox, fields, expectationsOf(settings).assumptions);
    const looked = Object.entries(wantedNames(names)).map(
      ([role, name]) => [role as FieldRole, findField(role as FieldRole, name, fields)] as const,
    );
    const fieldsFound = new Set(looked.filter(([, { state }]) => state !== 'missing').map(([role]) => role));
    return { findings: looked.map(([, finding]) => finding), facts: { fields, fieldsFound, names } };
  },
};

function wantedNames({ templateField, tests }: Pick<Sandbox, 'tests' | 'templateField'>): Record<FieldRole, string> {
  return { template: templateField, ...tests.fields };
}

function findField(role: FieldRole, name: string, fields: readonly Field[]): Finding {
  const custom = fields.filter((field) => field.custom);
  const [found, ...more] = custom.filter((field) => field.name === name);
  const setting = role === 'template' ? 'templateField' : `tests.fields.${role}`;
  if (found === undefined) {
    const names = custom.map((field) => field.name);
    return missing(`no custom field "${name}"${didYouMean(name, names)}`, `name it in TRACKER_SANDBOX as ${setting}.`);
  }
  if (more.length === 0) return ok(`"${name}" is ${found.id}`);
  return warning(
    `${more.length + 1} custom fields are named "${name}": ${[found, ...more].map(({ id }) => id).join(', ')}`,
    `a run takes ${found.id}: rename the others if that is the wrong one.`,
  );
}

export const issueTypes: Check = {
  name: 'issue types',
  needs: { user: 'no login works', names: 'the custom fields were not looked at' },
  look: async ({ read }, { names }) => {
    const known = (await read().listIssueTypes()).map(({ name }) => name);
    const wanted = Object.entries(names?.tests.issueTypes ?? {});
    const findings = wanted.map(([kind, name]) =>
      known.includes(name)
        ? ok(`"${name}"`)
        : missing(
            `no issue type "${name}"${didYouMean(name, known)}`,
            `name it in TRACKER_SANDBOX as tests.issueTypes.${kind}.`,
          ),
    );
    return { findings };
  },
};
