import type { ClauseSection } from './clause.js';

export const testManagementSections: readonly ClauseSection[] = [
  {
    section: 'Test Management REST API',
    clauses: [
      ['paragraph 1.1', '00c47d769935', 'says what the document covers'],
      ['paragraph 1.2', 'bd4a106215ce', 'names the other documents'],
    ],
  },
  {
    section: 'What the service does',
    clauses: [
      ['paragraph 1.1', '388ad3d9bbd5', 'introduces the list after it'],
      ['item 1.1', '1dabe2f4b832', ['TM-10', 'TM-11', 'TM-12']],
      ['item 2.1', 'bef8c4310a33', ['TM-01', 'TM-04', 'TM-05', 'TM-06', 'TM-07']],
      ['item 3.1', '1ace07cce199', ['TM-13', 'TM-14']],
      ['item 4.1', '7926e07d1551', ['TM-17', 'TM-26', 'TM-27', 'TM-29']],
      ['item 5.1', '0a5cca2b6a72', ['TM-15', 'TM-N03']],
      ['paragraph 2.1', 'afc1e2cab8cb', ['TM-35', 'TM-N11']],
    ],
  },
  {
    section: 'Resources and their fields',
    clauses: [
      ['paragraph 1.1', '2a0bb04c4947', 'gives the path of every call'],
      ['paragraph 1.2', '50e263f6be48', 'gives the path of every call'],
      ['paragraph 2.1', 'd041ec902802', 'introduces the table after it'],
      ['row 1', 'be64151bdf59', ['TM-08', 'TM-09', 'TM-11']],
      ['row 2', '476cc3f48065', ['TM-08', 'TM-09', 'TM-N04', 'TM-N07', 'TM-N18']],
      ['paragraph 3.1', '3c8c4215c1e1', ['TM-02', 'TM-N07']],
      ['paragraph 3.2', 'dcb01a8f8db1', ['TM-06', 'TM-N07']],
      ['paragraph 3.3', '21e1801d01f8', ['TM-03', 'TM-N04']],
      ['paragraph 3.4', '20af9bbcc36c', ['TM-N02']],
      ['paragraph 4.1', '4458d57d5cf5', ['TM-10', 'TM-11', 'TM-12', 'TM-15']],
      ['paragraph 4.2', 'a7eec8c7e372', ['TM-16']],
    ],
  },
  {
    section: 'States and transitions',
    clauses: [
      ['paragraph 1.1', '563ca71f79b5', ['TM-N04', 'TM-N11']],
      ['paragraph 1.2', '5a80d4c5e6a1', ['TM-N11']],
    ],
  },
  {
    section: 'Endpoints',
    clauses: [
      ['row 1', '21029ac58fb6', ['TM-01', 'TM-02', 'TM-03', 'TM-N13', 'TM-N23']],
      ['row 2', '742c50eaa625', ['TM-02', 'TM-04', 'TM-N13']],
      ['row 3', '9dc053c29595', ['TM-02', 'TM-05', 'TM-N13', 'TM-N14', 'TM-N26']],
      ['row 4', 'd5dab8d6a855', ['TM-02', 'TM-06', 'TM-N13']],
      ['row 5', 'a55751d898bc', ['TM-02', 'TM-07', 'TM-N25']],
      ['row 6', '37d8d235d154', ['TM-10', 'TM-N28']],
      ['row 7', '392d9757e835', ['TM-11']],
      ['row 8', '573fcdb3a829', ['TM-12']],
      ['row 9', '16c2b23b2fe3', ['TM-13']],
      ['row 10', 'c8be87ab2a83', ['TM-14']],
      ['row 11', 'd472d63a8235', ['TM-15', 'TM-N03']],
      ['row 12', '2e9d79904c6a', ['TM-17', 'TM-N25']],
      ['row 13', 'c8015105d860', ['TM-26', 'TM-N20']],
      ['row 14', 'f00f795479fd', ['TM-27', 'TM-28', 'TM-N20']],
      ['row 15', '4e5f8a0de358', ['TM-29', 'TM-N12']],
      ['paragraph 1.1', 'c4684c2f28c2', 'introduces the table after it'],
      ['row 16', '00fa1620dfe0', ['TM-17']],
      ['row 17', 'f3a2e14af369', ['TM-18', 'TM-19', 'TM-N20']],
      ['row 18', 'e46aa2cc7fce', ['TM-20', 'TM-21', 'TM-N12', 'TM-N15', 'TM-N19', 'TM-N27']],
      ['row 19', '21c26c700ffd', ['TM-22', 'TM-23', 'TM-N20', 'TM-N29']],
      ['row 20', 'd84625636f79', ['TM-24', 'TM-25', 'TM-N08']],
      ['paragraph 2.1', 'eb0c343f1873', 'introduces the table after it'],
      ['row 21', '83fe1032749f', ['TM-29', 'TM-31']],
      ['row 22', '25044719417c', ['TM-29', 'TM-N12', 'TM-N19', 'TM-N22']],
      ['row 23', '30d664045f80', ['TM-30', 'TM-31', 'TM-32', 'TM-33', 'TM-N16']],
      ['paragraph 3.1', 'a261f923dc62', ['TM-28']],
      ['paragraph 4.1', '446e7514a6c4', ['TM-N03', 'TM-N05', 'TM-N08', 'TM-N09']],
    ],
  },
  {
    section: 'Authentication',
    clauses: [
      ['paragraph 1.1', '2fa071550800', ['TM-36']],
      ['paragraph 1.2', '95f72e434ca1', 'leaves open permissions, and the tests call as users who have them'],
    ],
  },
  { section: 'Events', clauses: [['paragraph 1.1', 'ce187ccfe2ad', 'leaves open what no call can show']] },
  {
    section: 'Errors',
    clauses: [
      ['paragraph 1.1', '7816fdc626b7', ['TM-31', 'TM-N10', 'TM-N24']],
      ['paragraph 1.2', '44a0afb51792', ['TM-N05', 'TM-N06', 'TM-N07', 'TM-N10', 'TM-N17', 'TM-N21']],
    ],
  },
  { section: 'Limits', clauses: [['paragraph 1.1', '5bd8a949c4e4', ['TM-N14']]] },
  {
    section: 'Versioning',
    clauses: [
      ['paragraph 1.1', 'c5bb7378769b', ['TM-34']],
      ['paragraph 1.2', '1a23b2c678f9', ['TM-34']],
      ['paragraph 1.3', '976f86e7e3d3', ['TM-N01']],
    ],
  },
];
