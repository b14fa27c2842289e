// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface PriorityClass {
  apiVersion: string;
  description?: string | undefined;
  globalDefault?: boolean | undefined;
  kind: string;
  metadata: ObjectMeta;
  preemptionPolicy?: string | undefined;
  value: number;
}

export interface PriorityClassList {
  apiVersion: string;
  items: PriorityClass[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}
