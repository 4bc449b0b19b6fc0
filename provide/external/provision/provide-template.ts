import { counted } from '../../../contracts/counted.js';
import { NotAvailableError } from '../../../client/errors.js';
import type { TemplateNeeds } from '../../needs.js';
import type { ProvidedTemplate } from '../../provided.js';
import { readEntriesOnce, requireFull } from '../record/external-test.js';
import type { ExternalTest, ExternalWorker } from '../record/external-test.js';

/** A template of the worker's share that has no entries. The test gives it back without entries. */
export async function provideTemplate(needs: TemplateNeeds, test: ExternalTest): Promise<ProvidedTemplate> {
  const { worker, owned } = test;
  const { share } = worker;
  const fitting = worker.sandbox.templates.filter((template) => fits(template, needs));
  if (fitting.length === 0) {
    throw new NotAvailableError(`The sandbox names no template${describe(needs)}: add one to TRACKER_SANDBOX.`);
  }
  if (share.templates.size === 0) requireFull(share);
  const reasons: string[] = [];
  for (const template of fitting.filter(({ id }) => share.templates.has(id))) {
    const { id } = template;
    const whyTaken = () =>
      owned.named('template').includes(String(id)) ? 'has been given to this test already' : undefined;
    // The test may ask for another at the same time.
    const why = whyTaken() ?? (await whyUsed(id, worker)) ?? whyTaken();
    if (why === undefined) {
      owned.add('template', id);
      return template;
    }
    reasons.push(`${id} ${why}`);
  }
  throw new NotAvailableError(
    `No template that fits can be used: ${reasons.join('; ')}. Name one in TRACKER_SANDBOX that has no entries, or clean ` +
      'up with `tracker-e2e sweep` after a killed run.',
  );
}

/** Entries of others belong to them, and a sweep removes the entries that a killed run left. */
async function whyUsed(templateId: number, worker: ExternalWorker): Promise<string | undefined> {
  const { setup, ledger } = worker;
  if (ledger.find('entries', String(templateId)) !== undefined) return 'has entries that an earlier test left';
  // Set-up ignores entries of other templates in the list: the tests of the list have to find these.
  const read = async () =>
    (await setup.listByTemplate({ templateId })).filter((entry) => entry.templateId === templateId);
  const { length: places } = await readEntriesOnce(`template ${templateId}`, read, worker);
  return places === 0 ? undefined : `is a default already, in ${counted(places, 'place')}`;
}

function fits(template: ProvidedTemplate, { fields = [], anyOf }: TemplateNeeds): boolean {
  const has = (field: string): boolean => field in template.fields;
  return fields.every(has) && (anyOf?.some(has) ?? true);
}

function describe({ fields = [], anyOf = [] }: TemplateNeeds): string {
  const values = [...fields, ...(anyOf.length === 0 ? [] : [anyOf.join(' or ')])];
  return values.length === 0 ? '' : ` with values for ${values.join(', ')}`;
}
