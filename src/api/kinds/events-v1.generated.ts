// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { EventSource, ObjectReference } from './core-v1.generated.ts';
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface Event {
  action?: string | undefined;
  apiVersion: string;
  deprecatedCount?: number | undefined;
  deprecatedFirstTimestamp?: string | undefined;
  deprecatedLastTimestamp?: string | undefined;
  deprecatedSource?: EventSource | undefined;
  eventTime: string;
  kind: string;
  metadata: ObjectMeta;
  note?: string | undefined;
  reason?: string | undefined;
  regarding?: ObjectReference | undefined;
  related?: ObjectReference | undefined;
  reportingController?: string | undefined;
  reportingInstance?: string | undefined;
  series?: EventSeries | undefined;
  type?: string | undefined;
}

export interface EventList {
  apiVersion: string;
  items: Event[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface EventSeries {
  count: number;
  lastObservedTime: string;
}
