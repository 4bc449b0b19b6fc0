/** The list of spaces. */
export const spaceViews = String.raw`
const views = {};

const SHOWN_SPACES = 200;

views.spaces = {
  search: 'Names and context paths',
  async load(route) {
    const [spaces, strays] = await Promise.all([ask(['spaces']), ask(['strays'])]);
    const words = (route.parameters.get('words') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const found = spaces.filter(({ name, contextPath }) =>
      words.every((word) => (name + ' ' + contextPath).toLowerCase().includes(word)));
    const count = (label, value) => ({ label, class: 'count', cell: (space) => number.format(value(space)) });
    const columns = [
      { label: 'Space', class: 'name', cell: ({ name }) => el('a', { href: to(['spaces', name, 'requests']) }, name) },
      { label: 'Context path', cell: ({ contextPath }) => code(contextPath || '/') },
      { label: 'Opened', cell: ({ opened }) => time(opened, dateAndTime) },
      count('Requests', ({ journal }) => journal.last),
      count('Projects', ({ rows }) => rows.projects),
      count('Templates', ({ rows }) => rows.templates),
      count('Entries', ({ rows }) => rows.entries),
      count('Issues', ({ rows }) => rows.issues),
      count('Users', ({ rows }) => rows.users),
      count('Synced users', ({ rows }) => rows.syncedUsers),
    ];
    return {
      title: 'Spaces',
      head: [
        el('h1', {}, 'Spaces'),
        el('p', { class: 'quiet' }, 'Each is a tracker of its own: its rows, its clock, its journal.'),
      ],
      results: [
        found.length === 0
          ? nothing(spaces.length === 0 ? 'No space is open.' : 'No space has these words in its name or context path.')
          : table('Spaces', columns, found.slice(0, SHOWN_SPACES)),
        found.length > SHOWN_SPACES &&
          el('p', { class: 'quiet' }, 'The first ' + SHOWN_SPACES + ' of ' + number.format(found.length) + '.'),
        strays.length > 0 &&
          el('p', { class: 'note' },
            el('a', { href: to(['strays']) }, counted(strays.length, 'request')), ' reached no tracker.'),
      ],
    };
  },
};
`;
