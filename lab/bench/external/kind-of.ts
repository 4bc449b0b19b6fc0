/** The kind of a request: method and path, with ids and keys replaced. */
export function kindOf(method: string, url: string): string {
  const [path = ''] = url.split('?');
  const plain = path
    .replace(/(?<!\/api)\/\d+(?=\/|$)/g, '/ID')
    .replace(/(?<=\/(?:issue|project)\/)[A-Z][A-Z0-9]+(?:-\d+)?(?=\/|$)/g, (key) =>
      key.includes('-') ? 'KEY-1' : 'KEY',
    );
  return `${method} ${plain}`;
}
