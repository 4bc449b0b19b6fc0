import { startFake } from '../../../fake/index.js';
import { growthRows, growthWorld } from './growth-world.js';

/* A fake of the size that its argument says, in a process whose heap holds nothing else. It ends with its parent. */

const count = Number(process.argv[2]);
const fake = await startFake({ world: growthWorld(count) });
for (const rows of growthRows(count)) fake.control.tenant('main').add(rows);
// What building it left behind would be cleared away during the first calls.
(globalThis as { gc?: () => void }).gc?.();
process.send?.(fake.url);
process.once('disconnect', () => process.exit());
