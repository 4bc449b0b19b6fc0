import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { WorldInput } from '../../contracts/index.js';
import { documentsWorld, startFake } from '../../fake/index.js';
import { formatCosts, interleave } from './interleave.js';

/** The number of tenants whose memory is measured. */
const MANY = 10_000;

/** A new tenant from a world of 1,000 projects and 10,000 entries, its first write, and the memory of many. */
export async function newTenant(): Promise<void> {
  const fake = await startFake({ world: largeWorld(), contextPath: null });
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
  const before = heapSize();
  for (let opened = 0; opened < MANY; opened += 1) fake.control.open({ name: `waiting-${opened}` });
  const megabytes = (heapSize() - before) / 1_000_000;
  await fake.close();
  console.log('A new tenant from a world of 1,000 projects and 10,000 entries');
  console.log(`  opened                 ${formatCosts(costs.open)}`);
  console.log(`  opened and written to  ${formatCosts(costs.openAndWrite)}`);
  console.log(`  ${MANY.toLocaleString('en-US')} that wait take ${megabytes.toFixed(1)} MB`);
}

/** How much memory the living objects take, in bytes. */
function heapSize(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** 1,000 projects with ten entries each. */
function largeWorld(): WorldInput {
  const places = Array.from({ length: 1_000 }, (_, place) => place);
  const issueTypes = Array.from({ length: 10 }, (_, index) => ({ id: 500 + index, name: `Type ${index}` }));
  return {
    ...documentsWorld,
    issueTypes: [...documentsWorld.issueTypes, ...issueTypes],
    projects: places.map((place) => ({
      id: 100_000 + place,
      key: `P${place}`,
      name: `Project ${place}`,
      lead: 'JIRAUSER10000',
      issueTypeIds: issueTypes.map(({ id }) => id),
      workflow: 'Plain workflow',
      permissions: { BROWSE_PROJECTS: ['users' as const] },
    })),
    templates: [{ id: 5_000, name: 'Template' }],
    entries: places.flatMap((place) =>
      issueTypes.map(({ id: issueTypeId }, index) => ({
        id: 1 + 10 * place + index,
        projectId: 100_000 + place,
        templateId: 5_000,
        issueTypeId,
      })),
    ),
    issues: [],
  };
}
