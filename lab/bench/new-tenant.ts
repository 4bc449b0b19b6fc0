import { startFake } from '../../fake/index.js';
import { formatCosts, interleave } from './interleave.js';
import { largeWorld } from './large-world.js';

/** A new tenant from a world of 1,000 projects and 10,000 entries, and its first write. */
export async function newTenant(): Promise<void> {
  const fake = await startFake({ world: largeWorld(1_000, 10_000), contextPath: null });
  const timed = (act: () => void) => {
    const started = performance.now();
    act();
    return Promise.resolve(performance.now() - started);
  };
  let count = 0;
  const costs = await interleave(
    {
      open: () => timed(() => fake.control.open({ name: `opened-${++count}` })),
      openAndWrite: () =>
        timed(() => {
          const tenant = fake.control.open({ name: `written-${++count}` });
          tenant.add({ templates: [{ id: 1_000_000 + count, name: 'One more' }] });
        }),
    },
    50,
  );
  await fake.close();
  console.log('A new tenant from a world of 1,000 projects and 10,000 entries');
  console.log(`  opened                 ${formatCosts(costs.open)}`);
  console.log(`  opened and written to  ${formatCosts(costs.openAndWrite)}`);
}
