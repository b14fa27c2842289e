// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';
import type { Toleration } from './core-v1.generated.ts';

export interface Overhead {
  podFixed?: Record<string, string | number> | undefined;
}

export interface RuntimeClass {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  handler: string;
  overhead?: Overhead | undefined;
  scheduling?: Scheduling | undefined;
}

export interface RuntimeClassList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: RuntimeClass[] | null;
}

export interface Scheduling {
  nodeSelector?: Record<string, string> | undefined;
  tolerations?: Toleration[] | undefined;
}
