import { isNoAdministrator, refuseBasic } from '../defect.js';
import type { DefectTable } from '../defect.js';

/** Defects of logging in to the default-template API. */
export const loginDefects: DefectTable = {
  'DT-41-basic-not-accepted-for-some-lists': [
    'The list of a project and a template, and the filtered one, are refused to who logs in by HTTP Basic.',
    refuseBasic(['listByProjectAndTemplate', 'filterByTemplate']),
  ],
  'DT-41-basic-not-accepted-for-removals': [
    'Removals of a project’s entries are refused to who logs in by HTTP Basic.',
    refuseBasic(['deleteByProject', 'deleteByProjectAndTemplate']),
  ],
  'DT-41-basic-not-accepted-for-a-removal-with-a-body': [
    'Removals with a body are refused to who logs in by HTTP Basic.',
    refuseBasic('deleteSelected'),
  ],
  'DT-41-basic-not-accepted-for-transitions': [
    'Writing and clearing stored screens are refused to who logs in by HTTP Basic.',
    refuseBasic(['setTransitions', 'clearTransitions']),
  ],
  'DT-41-basic-for-administrators-only': [
    'HTTP Basic credentials are accepted of administrators only.',
    refuseBasic('listByProject', isNoAdministrator),
  ],
};
