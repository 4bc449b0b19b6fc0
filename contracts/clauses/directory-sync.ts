import type { ClauseSection } from './clause.js';

export const directorySyncSections: readonly ClauseSection[] = [
  {
    section: 'Directory Attribute Sync Public API',
    clauses: [
      ['paragraph 1.1', '322df7d8ce93', 'says what the document covers'],
      ['paragraph 1.2', '2114a4c08f90', 'names the other documents'],
    ],
  },
  {
    section: 'What the service does',
    clauses: [
      ['paragraph 1.1', '8503d8df4c50', ['AD-03', 'AD-06']],
      ['paragraph 1.2', '4a6f3a433ab7', 'sums up the table of endpoints'],
      ['paragraph 1.3', '5c43e392dafe', ['AD-19', 'AD-22', 'AD-N15']],
    ],
  },
  {
    section: 'Resources and their fields',
    clauses: [
      ['paragraph 1.1', 'd91bb891bf62', 'gives the path of every call'],
      ['row 1', 'b66cf1c69751', ['AD-01']],
      ['row 2', '357f6d29a0c0', ['AD-03', 'AD-05', 'AD-07']],
      ['row 3', 'cb2b37e42ba7', ['AD-06', 'AD-07']],
      ['row 4', '797f9debe31b', ['AD-07', 'AD-08']],
      ['row 5', 'b508ef258546', ['AD-10', 'AD-11', 'AD-12']],
      ['row 6', '3cdd69c315d3', ['AD-08', 'AD-12', 'AD-N11']],
      ['paragraph 2.1', '6988585ab9b7', ['AD-07']],
      ['paragraph 2.2', '6b5e402f0798', ['AD-18']],
      ['paragraph 3.1', '3acc0bcc0760', 'introduces the table after it'],
      ['row 7', '54f651a52d1f', ['AD-04', 'AD-N02']],
      ['row 8', 'baca78e59d79', ['AD-04', 'AD-N02']],
      ['row 9', '47eef0163b44', ['AD-05', 'AD-N02', 'AD-N17']],
      ['paragraph 4.1', '114093371d4d', 'introduces the table after it'],
      ['row 10', '8a768548e3b2', ['AD-19', 'AD-21', 'AD-N10']],
      ['row 11', '9004921acaa6', ['AD-20', 'AD-21']],
      ['row 12', '2ce9a0019b73', ['AD-21']],
      ['row 13', '3f5c6fb9dbf8', ['AD-19', 'AD-20', 'AD-N10']],
    ],
  },
  {
    section: 'States and transitions',
    clauses: [
      ['paragraph 1.1', 'd72d6cfda995', 'says that there are no states'],
      ['paragraph 1.2', '5a80d4c5e6a1', 'leaves open what nothing here depends on'],
    ],
  },
  {
    section: 'Endpoints',
    clauses: [
      ['paragraph 1.1', '4a33bc4e9d92', 'gives the path of every call'],
      ['row 1', '32ec750b9d59', ['AD-01', 'AD-02']],
      ['row 2', '1d932f7817b5', ['AD-02', 'AD-03']],
      ['row 3', 'd1c95e3f267d', ['AD-05']],
      ['row 4', 'c4ad35c6ef7d', ['AD-02', 'AD-06', 'AD-N18']],
      ['row 5', 'ece7d50166b6', ['AD-19', 'AD-N09']],
      ['row 6', '26277feb651c', ['AD-12', 'AD-13', 'AD-N11']],
      ['row 7', 'ca5176a1c0cc', ['AD-12', 'AD-14', 'AD-N11']],
      ['paragraph 2.1', '09e09762d2d1', 'introduces the list after it'],
      ['item 1.1', 'fd1918bd8e72', ['AD-09', 'AD-10', 'AD-11', 'AD-N07', 'AD-N08', 'AD-N13']],
      ['item 1.2', '70ba25a7080f', ['AD-11', 'AD-N13']],
      ['item 2.1', '4385cd158457', ['AD-15', 'AD-16', 'AD-N05', 'AD-N19']],
      ['item 2.2', 'ac7ed1ba67a8', ['AD-15', 'AD-16', 'AD-17', 'AD-N12']],
      ['item 2.3', '9243070a8635', ['AD-N04', 'AD-N05']],
      ['item 3.1', 'f6e8bbcb122f', ['AD-19', 'AD-22', 'AD-N15']],
      ['item 4.1', '6028708aa46e', ['AD-26', 'AD-27']],
    ],
  },
  {
    section: 'Authentication',
    clauses: [
      ['paragraph 1.1', 'e86af52d72a6', ['AD-23', 'AD-N03']],
      ['paragraph 1.2', '3b599b5356d3', ['AD-24']],
      ['paragraph 1.3', 'bfff0bb9343b', ['AD-25']],
      ['paragraph 1.4', '213ea00c1a84', ['AD-N01', 'AD-N14']],
    ],
  },
  { section: 'Events', clauses: [['paragraph 1.1', 'ce187ccfe2ad', 'leaves open what no call can show']] },
  {
    section: 'Errors',
    clauses: [
      ['paragraph 1.1', '2d178a51e478', ['AD-N02', 'AD-N03', 'AD-N07', 'AD-N08', 'AD-N10', 'AD-N14', 'AD-N16']],
    ],
  },
  {
    section: 'Limits',
    clauses: [
      ['row 1', '8f77c94c4c76', ['AD-09']],
      ['paragraph 1.1', 'b2a02996db04', ['AD-N06']],
    ],
  },
  {
    section: 'Versioning',
    clauses: [
      ['paragraph 1.1', '81a97815e6b1', 'gives the path of every call'],
      ['paragraph 1.2', 'b3271457e706', 'leaves open what nothing here depends on'],
    ],
  },
];
