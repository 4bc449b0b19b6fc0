export function ownBundle(): { readonly command: string; readonly env: Readonly<Record<string, string>> };
export function sourceFiles(...more: readonly string[]): string[];
