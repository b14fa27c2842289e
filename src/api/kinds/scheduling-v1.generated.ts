// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface PriorityClass {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  value: number;
  globalDefault?: boolean | undefined;
  description?: string | undefined;
  preemptionPolicy?: string | undefined;
}

export interface PriorityClassList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: PriorityClass[] | null;
}
