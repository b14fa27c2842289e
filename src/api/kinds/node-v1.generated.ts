// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';
import type { Toleration } from './core-v1.generated.ts';

export interface Overhead {
  podFixed?: Record<string, string | number> | undefined;
}

export interface RuntimeClass {
  apiVersion: string;
  handler: string;
  kind: string;
  metadata: ObjectMeta;
  overhead?: Overhead | undefined;
  scheduling?: Scheduling | undefined;
}

export interface RuntimeClassList {
  apiVersion: string;
  items: RuntimeClass[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface Scheduling {
  nodeSelector?: Record<string, string> | undefined;
  tolerations?: Toleration[] | undefined;
}
