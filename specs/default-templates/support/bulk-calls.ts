import type {
  ApiResponse,
  BulkTransitionRequest,
  BulkTransitionResult,
  TestFixtures,
} from '../../../fixtures/index.js';
import { CREATE } from './stored-screens.js';

/** A call on the stored screens of many projects, as tests are generated from it. */
export interface BulkCall {
  readonly name: 'setTransitions' | 'clearTransitions';
  /** Further rules that the tests of this call cover. */
  readonly rules: readonly 'DT-36'[];
  /** The effect on a screen. */
  readonly does: 'written' | 'cleared';
  /** Prepares the entries in the scope of a body for the call: it stores screens, if the call clears them. */
  readonly prepare: (tracker: TestFixtures['tracker'], body: BulkTransitionRequest) => Promise<void>;
  readonly send: (
    api: TestFixtures['defaultTemplates'],
    body: BulkTransitionRequest,
  ) => Promise<ApiResponse<BulkTransitionResult>>;
}

/** Both calls on the stored screens of many projects. */
export const bulkCalls: readonly BulkCall[] = [
  {
    name: 'setTransitions',
    rules: [],
    does: 'written',
    prepare: () => Promise.resolve(),
    send: (api, body) => api.setTransitions({ transitionId: CREATE, body }),
  },
  {
    name: 'clearTransitions',
    rules: ['DT-36'],
    does: 'cleared',
    prepare: async ({ setup }, body) => {
      await setup.setTransitions({ transitionId: CREATE, body });
    },
    send: (api, body) => api.clearTransitions({ body }),
  },
];
