import type { AssumptionOverrides } from '../../../../contracts/index.js';
import { withAssumptions } from '../../../../contracts/index.js';
import { randomOf } from '../../random.js';
import { catalogueOf } from './catalogue.js';
import type { Catalogue } from './catalogue.js';
import { contextOf } from './context.js';
import type { Context } from './context.js';
import { directoriesOf } from './directories.js';
import type { Directories } from './directories.js';
import { peopleOf } from './people.js';
import type { People } from './people.js';
import { projectsOf } from './projects.js';
import type { Project, ProjectNeeds } from './projects.js';
import { templateOf } from './templates.js';
import type { Template } from './templates.js';
import { testCatalogueOf } from './test-catalogue.js';
import type { TestCatalogue } from './test-catalogue.js';

/** The parts that the rest of the world refers to. */
export interface Parts {
  readonly context: Context;
  readonly people: People;
  readonly catalogue: Catalogue;
  readonly tests: TestCatalogue;
  readonly directories: Directories;
  readonly project: (needs: ProjectNeeds) => Project;
  readonly templates: (count: number) => Template[];
}

/** Makes the parts that the rest of the world refers to. */
export function partsOf(seed: number, answers: AssumptionOverrides): Parts {
  const context = contextOf(randomOf(seed));
  const people = peopleOf(context);
  const catalogue = catalogueOf(context);
  return {
    context,
    people,
    catalogue,
    tests: testCatalogueOf(context, withAssumptions(answers)),
    directories: directoriesOf(context, people),
    project: projectsOf(context, catalogue),
    templates: (count) => Array.from({ length: count }, () => templateOf(context, catalogue)),
  };
}
