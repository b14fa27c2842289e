// Written by src/scripts/generate/generate-kinds.mjs from the definitions; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface APIService {
  kind: string;
  apiVersion: string;
  metadata: ObjectMeta;
  spec?: APIServiceSpec | undefined;
  status?: APIServiceStatus | undefined;
}

export interface APIServiceCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
}

export interface APIServiceList {
  kind: string;
  apiVersion: string;
  metadata?: ListMeta | undefined;
  items: APIService[] | null;
}

export interface APIServiceSpec {
  service?: ServiceReference | undefined;
  group?: string | undefined;
  version?: string | undefined;
  insecureSkipTLSVerify?: boolean | undefined;
  caBundle?: string | undefined;
  groupPriorityMinimum: number;
  versionPriority: number;
}

export interface APIServiceStatus {
  conditions?: APIServiceCondition[] | undefined;
}

export interface ServiceReference {
  namespace?: string | undefined;
  name?: string | undefined;
  port?: number | undefined;
}
