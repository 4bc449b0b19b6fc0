/** Names that the filter may have which keeps only some attributes (AD-N05). */
export const keepFilters = ['fields', 'field', 'attributes', 'attribute', 'fieldNames', 'attributeNames'] as const;

/** Possible prefixes of an attribute's name in the filter that selects users by its value (AD-N05). */
export const valuePrefixes = ['field.', 'fields.', 'field_', 'fields_', 'attribute.', 'attributes.', 'field-'] as const;
