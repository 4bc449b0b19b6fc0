import { rmSync } from 'node:fs';

/** Removes the last build: a file whose source is gone would go on being packed. */
rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
