// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectReference } from './core-v1.generated.ts';
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface Endpoint {
  addresses: string[] | null;
  conditions?: EndpointConditions | undefined;
  deprecatedTopology?: Record<string, string> | undefined;
  hints?: EndpointHints | undefined;
  hostname?: string | undefined;
  nodeName?: string | undefined;
  targetRef?: ObjectReference | undefined;
  zone?: string | undefined;
}

export interface EndpointConditions {
  ready?: boolean | undefined;
  serving?: boolean | undefined;
  terminating?: boolean | undefined;
}

export interface EndpointHints {
  forZones?: ForZone[] | undefined;
}

export interface EndpointPort {
  appProtocol?: string | undefined;
  name?: string | undefined;
  port?: number | undefined;
  protocol?: string | undefined;
}

export interface EndpointSlice {
  addressType: string;
  apiVersion: string;
  endpoints: Endpoint[] | null;
  kind: string;
  metadata: ObjectMeta;
  ports?: EndpointPort[] | undefined;
}

export interface EndpointSliceList {
  apiVersion: string;
  items: EndpointSlice[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ForZone {
  name: string;
}
