import { useMemo } from 'react';
import { isLeaseRenewal, type RequestTrace } from '../../../api/debug/request-trace.ts';
import type { ApiObject } from '../../../api/object.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import type { LabRequest } from '../../state/stores/lab-store.ts';
import { requestText, shownTraces, TRACES } from '../../state/trace-steps.ts';
import { isRepeatable, recordedRequest } from './lab-objects.ts';

/** Maximum number of recent requests to choose from. */
const MOST = 30;

export interface RecordedRequest {
  readonly name: string;
  readonly title: string;
  readonly request: LabRequest;
}

/** Returns recent requests that can be repeated. */
export function useRecordedRequests(): readonly RecordedRequest[] {
  const { items } = useCollection<RequestTrace & ApiObject>(TRACES);
  return useMemo(() => recordedRequests(items), [items]);
}

/** Returns the most recent requests that can be repeated, without lease renewals, the newest first. */
export function recordedRequests(traces: readonly RequestTrace[]): RecordedRequest[] {
  return shownTraces(traces, { withComponents: true })
    .filter((trace) => !isLeaseRenewal(trace) && isRepeatable(trace))
    .slice(0, MOST)
    .map((trace) => {
      const { metadata, request } = trace;
      const clock = metadata.creationTimestamp.slice(11, 19);
      const title = `${requestText(request)}${request.namespace ? ` in ${request.namespace}` : ''}, ${clock}`;
      return { name: metadata.name, title, request: recordedRequest(trace, title) };
    });
}
