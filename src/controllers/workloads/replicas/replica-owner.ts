import type { PodTemplateSpec } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { LabelSelector } from '../../../api/selectors/label-selector.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';

export interface ReplicaCondition {
  type: string;
  status: string;
  lastTransitionTime?: string | undefined;
  reason?: string | undefined;
  message?: string | undefined;
}

export interface ReplicaStatus {
  replicas: number;
  fullyLabeledReplicas?: number | undefined;
  readyReplicas?: number | undefined;
  availableReplicas?: number | undefined;
  observedGeneration?: number | undefined;
  conditions?: ReplicaCondition[] | undefined;
}

/** An object that keeps a number of equal pods: the common part of replica sets and replication controllers. */
export interface ReplicaOwner extends ApiObject {
  readonly spec?:
    | {
        readonly replicas?: number | undefined;
        readonly minReadySeconds?: number | undefined;
        readonly template?: PodTemplateSpec | undefined;
      }
    | undefined;
  readonly status?: ReplicaStatus | undefined;
}

/** A kind of replica owner. */
export interface ReplicaKind<T extends ReplicaOwner> {
  readonly controllerName: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly address: ResourceAddress;
  selectorOf(owner: T): LabelSelector;
}

export const wantedReplicas = ({ spec }: ReplicaOwner): number => spec?.replicas ?? 1;
