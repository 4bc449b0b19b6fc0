import type { Catalogue } from './catalogue.js';
import type { Context, Row } from './context.js';

/** A template with its fields. */
export type Template = Row<'templates'> & { readonly fields: Readonly<Record<string, unknown>> };

/** Makes a template with a value for every kind of field. */
export function templateOf({ id, random }: Context, { fields }: Catalogue): Template {
  const number = id();
  return {
    id: number,
    name: `Modelo ${number}`,
    fields: {
      summary: `Inspeção periódica ${number}`,
      description: `Verificar o quadro elétrico n.º ${number}.\nAnotar as leituras.`,
      labels: ['inspeção', `modelo-${number}`],
      [`customfield_${fields.place.id}`]: `Piso ${random.int(-2, 9)}, porta «B»`,
      [`customfield_${fields.hours.id}`]: random.int(1, 40),
      [`customfield_${fields.weight.id}`]: { value: random.pick(fields.weight.options) },
    },
  };
}
