// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';
import type { ObjectReference, EventSource } from './core-v1.generated.ts';

export interface Event {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  eventTime: string;
  series?: EventSeries | undefined;
  reportingController?: string | undefined;
  reportingInstance?: string | undefined;
  action?: string | undefined;
  reason?: string | undefined;
  regarding?: ObjectReference | undefined;
  related?: ObjectReference | undefined;
  note?: string | undefined;
  type?: string | undefined;
  deprecatedSource?: EventSource | undefined;
  deprecatedFirstTimestamp?: string | undefined;
  deprecatedLastTimestamp?: string | undefined;
  deprecatedCount?: number | undefined;
}

export interface EventList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: Event[] | null;
}

export interface EventSeries {
  count: number;
  lastObservedTime: string;
}
