import { counted } from '../../../contracts/counted.js';
import type { Sandbox } from '../../../client/settings/sandbox.js';
import { assumedToHold, missing, notChecked, ok, warning, lookAtNamed, tryRead } from '../check.js';
import type { Check, Facts, CheckFinding, Context } from '../check.js';

type Template = Sandbox['templates'][number];

/** An id that no template has. The answer shows whether the tracker reports unknown ids. */
const NOBODYS = 2_147_483_647;

export const templateCheck: Check = {
  name: 'templates',
  needs: { answering: 'the extensions were not looked for', fields: 'the custom fields were not looked at' },
  look: async (context, facts) => {
    if (facts.answering?.has('default-templates') !== true) {
      return notChecked('the default-template API does not answer');
    }
    const none = warning(
      'TRACKER_SANDBOX names none',
      'name two for each worker as templates in TRACKER_SANDBOX: they can’t be made over HTTP.',
    );
    const { refused } = await tryRead(() => context.read(facts.basePaths).listByTemplate({ templateId: NOBODYS }));
    const tells = refused !== undefined;
    const named = context.external.sandbox.templates;
    const seen = await lookAtNamed(
      'templates',
      facts,
      named,
      none,
      ({ id }) => String(id),
      async (template) => {
        const finding = await lookAtTemplate(context, facts, template);
        // A test takes none that is a default already.
        return finding.state === 'ok' ? { finding, there: template } : { finding };
      },
    );
    const ids = named.map(({ id }) => id).join(', ');
    const there = tells ? '' : 'that they are there, and ';
    const unseen = named.length === 0 ? [] : [assumedToHold(`${there}the values that they give an issue: ${ids}`)];
    return { ...seen, findings: [...summarize(seen.findings), ...unseen] };
  },
};

async function lookAtTemplate(context: Context, { basePaths, fields = [] }: Facts, { id, fields: values }: Template) {
  const { data, refused } = await tryRead(() => context.read(basePaths).listByTemplate({ templateId: id }));
  if (refused !== undefined) {
    return missing(
      `${id}: the tracker answers ${refused.status}`,
      'name a template that is there, and that the user may assign.',
    );
  }
  const unknown = Object.keys(values).filter((field) => !fields.some((one) => one.id === field));
  if (unknown.length > 0) {
    return missing(
      `${id}: the tracker has no field ${unknown.join(', ')}`,
      'write its fields by their ids on this tracker.',
    );
  }
  const places = data.filter(({ templateId }) => templateId === id).length;
  if (places > 0) {
    return warning(
      `${id} is a default already, in ${counted(places, 'place')}: no test takes it`,
      'name an unused one, or clean up with `tracker-e2e sweep` after a killed run.',
    );
  }
  return ok(String(id));
}

function summarize(findings: readonly CheckFinding[]): CheckFinding[] {
  const fine = findings.filter(({ state }) => state === 'ok').map(({ text }) => text);
  const others = findings.filter(({ state }) => state !== 'ok');
  return [...(fine.length > 0 ? [ok(fine.join(', '))] : []), ...others];
}
