import type { Catalogue } from './catalogue.js';
import type { Context, Row } from './context.js';
import type { People } from './people.js';

const summaries = [
  'Substituir a bomba da cave',
  'Rever o orçamento de 2026 (2.ª versão)',
  'Porta «B» não fecha à chave',
  'Falar sobre tracker-e2e [ensaio] com a direção',
  'Pintar a escada; ver cores com a Inês',
];
const remarks = ['Visto.', 'Falta a peça n.º 7.', 'Fica para depois das férias.', 'Já encomendei — chega à sexta.'];

/** Issues with comments and sub-tasks, as a team leaves them in a project. */
export function issuesOf(
  { id, random }: Context,
  { issueTypes, rows, fields }: Catalogue,
  { team }: People,
  project: Pick<Row<'projects'>, 'key'>,
): Row<'issues'>[] {
  const person = (): string => random.pick(team).key;
  return Array.from({ length: random.int(4, 9) }, (_, index) => ({
    id: id(),
    key: `${project.key}-${3 + 7 * index}`,
    issueTypeId: random.pick(issueTypes).id,
    reporter: person(),
    fields: {
      summary: random.pick(summaries),
      description: `Registado por telefone.\n\nProcesso ${id()}.`,
      priority: { id: String(random.pick(rows.priorities).id) },
      labels: [`zona-${random.int(1, 5)}`],
      [`customfield_${fields.hours.id}`]: random.int(1, 80),
      [`customfield_${fields.otherTemplate.id}`]: 'Minuta 14-C',
    },
    comments: Array.from({ length: random.int(0, 3) }, () => ({ author: person(), body: random.pick(remarks) })),
  }));
}
