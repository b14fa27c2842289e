import type { RequestTrace } from '../../api/debug/request-trace.ts';
import type { ApiObject } from '../../api/object.ts';
import type { CollectionState } from '../state/stores/collection-store.ts';
import { TRACES } from '../state/trace-steps.ts';
import { useCollection } from './use-collection.ts';

/** Returns the live traces of requests. The server records reads as long as a component uses this. */
export const useTracesWithReads = (): CollectionState<RequestTrace & ApiObject> =>
  useCollection<RequestTrace & ApiObject>(TRACES, { includeReads: true });
