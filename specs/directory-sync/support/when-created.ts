/** How whenCreated reads, as the document says it: day/abbreviated month/two-digit year hour:minute AM or PM. */
export const WHEN_CREATED =
  /^(0?[1-9]|[12]\d|3[01])\/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\/\d\d (0?[1-9]|1[0-2]):[0-5]\d [AP]M$/;
