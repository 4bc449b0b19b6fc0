import { selfUrl } from '../view.js';
import type { View } from '../view.js';

/** The categories of statuses; their ids are the same on every tracker. */
const categories: Readonly<Record<string, { id: number; colorName: string; name: string }>> = {
  new: { id: 2, colorName: 'default', name: 'To Do' },
  indeterminate: { id: 4, colorName: 'inprogress', name: 'In Progress' },
  done: { id: 3, colorName: 'success', name: 'Done' },
};

/** The status with this id as JSON, or null. */
export function renderStatus(view: View, id: number) {
  const status = view.state.tables.statuses.get(id);
  if (status === undefined) return null;
  const category = categories[status.category];
  return {
    self: selfUrl(view, 'status', id),
    id: String(id),
    name: status.name,
    description: '',
    statusCategory: category && {
      self: selfUrl(view, 'statuscategory', category.id),
      id: category.id,
      key: status.category,
      colorName: category.colorName,
      name: category.name,
    },
  };
}
