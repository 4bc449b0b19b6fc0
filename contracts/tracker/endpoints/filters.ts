import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/catalogue-endpoints.js';
import * as answers from '../responses.js';
import { filterRequestSchema } from '../requests.js';
import { calls, reads } from './row.js';

/** Filters: searches that a user has saved. */
export const filterEndpoints = catalogueEndpoints('tracker', {
  listFavouriteFilters: reads('/filter/favourite', { response: z.array(answers.filterSchema) }),
  createFilter: calls('POST', '/filter', {
    body: filterRequestSchema,
    response: answers.filterSchema,
    scope: 'own',
    changes: [],
  }),
  getFilter: reads('/filter/{filterId}', { response: answers.filterSchema }),
  updateFilter: calls('PUT', '/filter/{filterId}', {
    body: filterRequestSchema,
    response: answers.filterSchema,
    scope: 'own',
    changes: [],
  }),
  deleteFilter: calls('DELETE', '/filter/{filterId}', { scope: 'own', changes: [] }),
});
