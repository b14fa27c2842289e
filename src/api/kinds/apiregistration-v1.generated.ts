// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta } from './meta-v1.generated.ts';

export interface APIService {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: APIServiceSpec | undefined;
  status?: APIServiceStatus | undefined;
}

export interface APIServiceCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface APIServiceList {
  apiVersion: string;
  items: APIService[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface APIServiceSpec {
  caBundle?: string | undefined;
  group?: string | undefined;
  groupPriorityMinimum: number;
  insecureSkipTLSVerify?: boolean | undefined;
  service?: ServiceReference | undefined;
  version?: string | undefined;
  versionPriority: number;
}

export interface APIServiceStatus {
  conditions?: APIServiceCondition[] | undefined;
}

export interface ServiceReference {
  name?: string | undefined;
  namespace?: string | undefined;
  port?: number | undefined;
}
