// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectReference } from './core-v1.generated.ts';
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface Endpoint {
  addresses: string[] | null;
  conditions?: EndpointConditions | undefined;
  hostname?: string | undefined;
  targetRef?: ObjectReference | undefined;
  deprecatedTopology?: Record<string, string> | undefined;
  nodeName?: string | undefined;
  zone?: string | undefined;
  hints?: EndpointHints | undefined;
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
  name?: string | undefined;
  protocol?: string | undefined;
  port?: number | undefined;
  appProtocol?: string | undefined;
}

export interface EndpointSlice {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  addressType: string;
  endpoints: Endpoint[] | null;
  ports?: EndpointPort[] | undefined;
}

export interface EndpointSliceList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: EndpointSlice[] | null;
}

export interface ForZone {
  name: string;
}
