import type { ApiObject } from 'tabplane/client';

export interface Pod extends ApiObject {
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string; readonly containerStatuses?: readonly ContainerStatus[] };
}

interface ContainerStatus {
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state?: { readonly waiting?: { readonly reason?: string } };
}

export const pods = { group: '', version: 'v1', resource: 'pods' };
export const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };

/** A short text about how a pod is. */
export function statusOf({ metadata, status }: Pod): string {
  if (metadata.deletionTimestamp) return 'Terminating';
  const waiting = status?.containerStatuses?.find(({ state }) => state?.waiting?.reason);
  return waiting?.state?.waiting?.reason ?? status?.phase ?? 'Unknown';
}
