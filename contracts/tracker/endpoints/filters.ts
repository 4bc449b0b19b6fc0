import * as z from 'zod';
import { catalogueEndpoints } from '../../endpoints/catalogue-endpoints.js';
import * as answers from '../responses.js';
import { filterRequestSchema } from '../requests.js';
import { own } from './row.js';

/** Filters: searches that a user has saved. */
export const filterEndpoints = catalogueEndpoints('tracker', {
  listFavouriteFilters: {
    ...own,
    method: 'GET',
    path: '/filter/favourite',
    response: z.array(answers.filterSchema),
    scope: 'read',
  },
  createFilter: {
    ...own,
    method: 'POST',
    path: '/filter',
    body: filterRequestSchema,
    response: answers.filterSchema,
    scope: 'own',
    changes: [],
  },
  getFilter: { ...own, method: 'GET', path: '/filter/{filterId}', response: answers.filterSchema, scope: 'read' },
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
