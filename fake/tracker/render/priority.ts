import { selfUrl } from '../view.js';
import type { View } from '../view.js';

/** A priority as JSON. */
export function renderPriority(view: View, { id, name }: { readonly id: number; readonly name: string }) {
  return { self: selfUrl(view, 'priority', id), id: String(id), name };
}
