import type { ClauseSection } from './clause.js';

export const defaultTemplateSections: readonly ClauseSection[] = [
  {
    section: 'Default Template Configuration API',
    clauses: [
      ['paragraph 1.1', '4ce2ba6fd29c', 'says what the document covers'],
      ['paragraph 1.2', 'fd925584f142', 'names the other documents'],
    ],
  },
  {
    section: 'What the service does',
    clauses: [
      ['paragraph 1.1', 'f09a350f9b5d', ['DT-17']],
      ['paragraph 1.2', 'f275bd05f84a', ['DT-06', 'DT-07', 'DT-17', 'DT-N04', 'DT-N05', 'DT-N16', 'DT-N20']],
      ['paragraph 1.3', 'e9a6aa97ae1b', ['DT-37', 'DT-N14', 'DT-N15', 'DT-N20']],
      ['paragraph 2.1', '23c839e8e8b3', 'introduces the list after it'],
      ['item 1.1', 'f41dcaa11a10', ['DT-01', 'DT-03', 'DT-04', 'DT-11', 'DT-12', 'DT-13', 'DT-14', 'DT-15', 'DT-16']],
      ['item 2.1', 'fcc7c80383fb', ['DT-17', 'DT-21']],
      ['item 3.1', '203ba8c66cf1', ['DT-22', 'DT-23', 'DT-24', 'DT-25', 'DT-26', 'DT-27', 'DT-28']],
      ['item 4.1', '1e83c1c6c757', ['DT-31', 'DT-36']],
      ['paragraph 3.1', '16436cd25800', ['DT-38', 'DT-39', 'DT-N15']],
      ['paragraph 3.2', 'cccb692db7aa', ['DT-37', 'DT-38']],
      ['paragraph 3.3', '25bcf7d52af8', ['DT-40']],
    ],
  },
  {
    section: 'Resources and their fields',
    clauses: [['paragraph 1.1', 'da70d3d00ffa', 'gives the path of every call']],
  },
  {
    section: 'Resources and their fields: Default template entry (response)',
    clauses: [
      ['row 1', '0ad7c9becc4d', ['DT-05', 'DT-10']],
      ['row 2', 'e389454ca894', ['DT-05']],
      ['row 3', '54a0cec1efcb', ['DT-06', 'DT-07']],
      ['row 4', '589318d978f4', ['DT-06', 'DT-07']],
      ['row 5', '8f3635004194', ['DT-05']],
      ['row 6', '6925ba34ba31', ['DT-05', 'DT-06', 'DT-07']],
      ['row 7', '8e3a967ad4cd', ['DT-08', 'DT-09', 'DT-N10']],
    ],
  },
  {
    section: 'Resources and their fields: Defaults request item (element of defaults)',
    clauses: [
      ['row 1', 'a8fa3ce79c70', ['DT-11', 'DT-17', 'DT-20', 'DT-30', 'DT-N04']],
      ['row 2', 'f3ac833c8abe', ['DT-12', 'DT-17', 'DT-20', 'DT-30', 'DT-N04']],
      ['row 3', '71666d4ec203', ['DT-14', 'DT-17', 'DT-30', 'DT-N04', 'DT-N19']],
      ['row 4', '0e0d264fccad', ['DT-13', 'DT-17', 'DT-30', 'DT-N04', 'DT-N19']],
      ['paragraph 1.1', '04915bceb203', ['DT-16', 'DT-17', 'DT-19', 'DT-30']],
      ['paragraph 1.2', 'aa2c9904b817', ['DT-16', 'DT-17', 'DT-30']],
    ],
  },
  {
    section: 'Resources and their fields: Removal result',
    clauses: [
      ['row 1', '19eadb311f25', ['DT-29', 'DT-N09']],
      ['row 2', 'e1c2e516630c', ['DT-29', 'DT-N09']],
    ],
  },
  {
    section: 'Resources and their fields: Bulk transition request',
    clauses: [
      ['row 1', 'e92ed97319ec', ['DT-31', 'DT-32', 'DT-N13']],
      ['row 2', 'cab98e1a58de', ['DT-33', 'DT-N13']],
    ],
  },
  {
    section: 'Resources and their fields: Bulk transition result',
    clauses: [
      ['row 1', 'f9ef2976f49c', ['DT-35', 'DT-N18']],
      ['row 2', 'c3d8b02f799b', ['DT-35', 'DT-N18']],
      ['row 3', '9a391a42a7ba', ['DT-34', 'DT-35', 'DT-N18']],
      ['row 4', '2e6b68081562', ['DT-35', 'DT-N12', 'DT-N13']],
    ],
  },
  {
    section: 'Resources and their fields: Path parameters',
    clauses: [
      ['row 1', '35b1be67e91e', ['DT-01', 'DT-02', 'DT-03', 'DT-23', 'DT-24', 'DT-25', 'DT-26', 'DT-N02']],
      ['row 2', '6fa93ce2fcb5', ['DT-03', 'DT-04', 'DT-22', 'DT-24', 'DT-N03']],
      ['row 3', '19786ab9b6c7', ['DT-25', 'DT-27']],
      ['row 4', 'bd012e39c652', ['DT-26', 'DT-28']],
    ],
  },
  {
    section: 'Resources and their fields: Template field on issue creation',
    clauses: [
      ['paragraph 1.1', '07234a929e1d', ['DT-38']],
      ['paragraph 1.2', 'bb74d9249e0f', ['DT-38']],
    ],
  },
  {
    section: 'States and transitions',
    clauses: [
      ['paragraph 1.1', 'a561016ff52d', 'says that there are no states'],
      ['paragraph 1.2', '8283d046b5b7', 'explains a word'],
      ['paragraph 1.3', '5a80d4c5e6a1', 'leaves open what nothing here depends on'],
    ],
  },
  {
    section: 'Endpoints',
    clauses: [
      ['paragraph 1.1', 'd9cf5b9585ac', 'gives the path of every call'],
      ['paragraph 1.2', '36a1a5268a78', ['DT-N17', 'DT-N21']],
      ['row 1', 'e6c20e2364a2', ['DT-01', 'DT-02']],
      ['row 2', 'a0a293fde323', ['DT-03']],
      ['row 3', '8bbcd5018537', ['DT-04']],
      ['row 4', 'd1106cc9d4ed', ['DT-11', 'DT-12', 'DT-13', 'DT-14', 'DT-15', 'DT-16']],
      ['row 5', '0d5c7f9b3dbe', ['DT-17', 'DT-20', 'DT-N19']],
      ['row 6', '646a6d7ef803', ['DT-22', 'DT-29']],
      ['row 7', 'c04457964adb', ['DT-23', 'DT-29']],
      ['row 8', '34d22e40c262', ['DT-24', 'DT-29']],
      ['row 9', '62c8286d81ac', ['DT-25', 'DT-29']],
      ['row 10', '1f513f1e4e60', ['DT-26', 'DT-29']],
      ['row 11', '1a821708b9e4', ['DT-27', 'DT-29']],
      ['row 12', 'e05778bd0829', ['DT-28', 'DT-29']],
      ['row 13', '5d2069dbf668', ['DT-31', 'DT-35']],
      ['row 14', '51e9e6352978', ['DT-35', 'DT-36']],
      ['paragraph 2.1', '09e09762d2d1', 'introduces the list after it'],
      ['item 1.1', 'd2e0c795896e', ['DT-11', 'DT-12', 'DT-16', 'DT-N08']],
      ['item 1.2', 'eaaa4e9328f8', ['DT-14', 'DT-15', 'DT-16', 'DT-N08']],
      ['item 1.3', '100fa43787db', ['DT-13']],
      ['item 2.1', '451a9969a458', ['DT-18', 'DT-19', 'DT-N05']],
      ['item 2.2', 'ce14ae22303f', ['DT-17', 'DT-18', 'DT-21']],
      ['item 3.1', '653a785dcc6a', ['DT-29', 'DT-30']],
      ['item 3.2', '6aa0c8baef4a', ['DT-N11']],
      ['item 4.1', '73b4c953f53e', ['DT-31']],
      ['item 4.2', '9c43cba7f02a', ['DT-31', 'DT-N12']],
      ['item 4.3', '5f1007b3ef8f', ['DT-34', 'DT-N22']],
      ['item 5.1', '112430163cd4', ['DT-32', 'DT-33', 'DT-36']],
      ['item 6.1', '4c02fea51081', ['DT-N06']],
      ['item 7.1', '58ed6868d4ee', ['DT-38']],
      ['item 7.2', '4ecae031b96e', ['DT-39']],
    ],
  },
  {
    section: 'Authentication',
    clauses: [
      ['paragraph 1.1', 'deec6d3f7877', ['DT-41']],
      ['paragraph 1.2', 'd54995fc16dd', ['DT-N07']],
    ],
  },
  { section: 'Events', clauses: [['paragraph 1.1', 'ce187ccfe2ad', 'leaves open what no call can show']] },
  {
    section: 'Errors',
    clauses: [
      ['paragraph 1.1', '34d80cdbcb7f', ['DT-35']],
      [
        'paragraph 1.2',
        'daaae1d68392',
        ['DT-N01', 'DT-N02', 'DT-N03', 'DT-N04', 'DT-N05', 'DT-N07', 'DT-N09', 'DT-N17', 'DT-N19', 'DT-N21'],
      ],
    ],
  },
  { section: 'Limits', clauses: [['paragraph 1.1', '5bd8a949c4e4', 'leaves open what nothing here depends on']] },
  {
    section: 'Versioning',
    clauses: [
      ['paragraph 1.1', 'a39f61547ef8', 'gives the path of every call'],
      ['paragraph 1.2', 'c5f98fa9be14', 'leaves open what nothing here depends on'],
    ],
  },
];
