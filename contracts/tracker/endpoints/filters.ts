import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/catalogue-endpoints.js';
import * as answers from '../responses.js';
import { filterRequestSchema } from '../requests.js';
import { own, reads } from './row.js';

/** Filters: searches that a user has saved. */
export const filterEndpoints = catalogueEndpoints('tracker', {
  listFavouriteFilters: reads('/filter/favourite', { response: z.array(answers.filterSchema) }),
  createFilter: {
    ...own,
    method: 'POST',
    path: '/filter',
    body: filterRequestSchema,
    response: answers.filterSchema,
    scope: 'own',
    changes: [],
  },
  getFilter: reads('/filter/{filterId}', { response: answers.filterSchema }),
  updateFilter: {
    ...own,
    method: 'PUT',
    path: '/filter/{filterId}',
    body: filterRequestSchema,
    response: answers.filterSchema,
    scope: 'own',
    changes: [],
  },
  deleteFilter: { ...own, method: 'DELETE', path: '/filter/{filterId}', scope: 'own', changes: [] },
});
