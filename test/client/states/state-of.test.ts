import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { kindKeyOf } from '../../../src/client/objects/kind-key.ts';
import { stateOf } from '../../../src/client/states/state-of.ts';

/** Returns the state of an object in one line, given the known other objects. */
function stateText(apiVersion: string, kind: string, rest: object, others: readonly object[] = []): string | undefined {
  const object = { apiVersion, kind, metadata: { name: 'it', uid: 'u' }, ...rest } as ApiObject;
  const objects = new Map(
    (others as readonly ApiObject[]).map((other) => [kindKeyOf(other, kubernetesDialect), [other]] as const),
  );
  const state = stateOf(object, kubernetesDialect, objects);
  return state && `${state.mark} ${state.word}${state.reason ? `: ${state.reason}` : ''}`;
}

const pod = (rest: object): string | undefined => stateText('v1', 'Pod', rest);
const status = (state: object, more: object = {}) => ({
  ...{ name: 'web', ready: false, restartCount: 0, image: '', imageID: '', state },
  ...more,
});
const READY = { type: 'Ready', status: 'True' };

describe('the state of a pod', () => {
  it.each([
    ['before it is scheduled', {}, 'info Pending: Waiting for the scheduler.'],
    [
      'that fits no node',
      {
        status: {
          phase: 'Pending',
          conditions: [
            { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/1 nodes are available.' },
          ],
        },
      },
      'warning Unschedulable: 0/1 nodes are available.',
    ],
    [
      'that a node has received',
      { spec: { nodeName: 'one', containers: [] }, status: { phase: 'Pending' } },
      'info Pending: The kubelet has not started its containers.',
    ],
    [
      'whose container is created',
      { status: { phase: 'Pending', containerStatuses: [status({ waiting: { reason: 'ContainerCreating' } })] } },
      'info ContainerCreating: Container web is starting.',
    ],
    [
      'whose image cannot be pulled',
      {
        status: {
          phase: 'Pending',
          containerStatuses: [status({ waiting: { reason: 'ImagePullBackOff', message: 'no such image' } })],
        },
      },
      'danger ImagePullBackOff: Container web: no such image',
    ],
    [
      'whose container crashes',
      {
        status: {
          phase: 'Running',
          containerStatuses: [
            status(
              { waiting: { reason: 'CrashLoopBackOff' } },
              { lastState: { terminated: { exitCode: 1, reason: 'Error' } } },
            ),
          ],
        },
      },
      'danger CrashLoopBackOff: Container web: Last run: Error. Exited with code 1.',
    ],
    [
      'whose init container runs',
      {
        spec: { containers: [], initContainers: [{ name: 'first' }, { name: 'second' }] },
        status: {
          phase: 'Pending',
          initContainerStatuses: [
            status({ terminated: { exitCode: 0 } }, { name: 'first' }),
            status({ running: {} }, { name: 'second', ready: true }),
          ],
        },
      },
      'info Initializing: Init container second (2 of 2) is running.',
    ],
    [
      'whose init container fails',
      {
        spec: { containers: [], initContainers: [{ name: 'first' }] },
        status: {
          phase: 'Pending',
          initContainerStatuses: [status({ terminated: { exitCode: 2 } }, { name: 'first' })],
        },
      },
      'danger Error: Init container first (1 of 1): Exited with code 2.',
    ],
    [
      'that is not ready',
      {
        status: {
          phase: 'Running',
          conditions: [{ type: 'Ready', status: 'False', message: 'containers with unready status: [web]' }],
          containerStatuses: [status({ running: {} })],
        },
      },
      'warning Not ready: containers with unready status: [web]',
    ],
    [
      'that is ready',
      {
        status: {
          phase: 'Running',
          conditions: [READY],
          containerStatuses: [status({ running: {} }, { ready: true })],
        },
      },
      'success Running',
    ],
    ['that has ended', { status: { phase: 'Succeeded' } }, 'success Completed'],
    [
      'that was evicted',
      { status: { phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory.' } },
      'danger Evicted: The node was low on memory.',
    ],
    [
      'that is deleted',
      { metadata: { deletionTimestamp: 'now' }, status: { phase: 'Running' } },
      'warning Terminating',
    ],
  ])('%s has its text and reason', (_, rest, expected) => {
    expect(pod(rest)).toBe(expected);
  });
});

const deployment = (rest: object) => ['apps/v1', 'Deployment', rest] as const;
const condition = (type: string, value: string, message?: string) => ({ type, status: value, message });

describe('the state of', () => {
  it.each([
    [
      'a deployment that progresses',
      ...deployment({ spec: { replicas: 2 }, status: { updatedReplicas: 1 } }),
      'info Progressing: 1 of 2 replicas updated.',
    ],
    [
      'a deployment without permission to create pods',
      ...deployment({ status: { conditions: [condition('ReplicaFailure', 'True', 'exceeded quota')] } }),
      'danger Failing: exceeded quota',
    ],
    [
      'a deployment that is rolled out',
      ...deployment({
        spec: { replicas: 1 },
        status: { replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 },
      }),
      'success Ready',
    ],
    [
      'a failed job',
      'batch/v1',
      'Job',
      { status: { conditions: [condition('Failed', 'True', 'Job has reached the specified backoff limit')] } },
      'danger Failed: Job has reached the specified backoff limit',
    ],
    [
      'a suspended cron job',
      'batch/v1',
      'CronJob',
      { spec: { suspend: true } },
      'warning Suspended: No jobs are created until it is resumed.',
    ],
    [
      'a cron job with a running job',
      'batch/v1',
      'CronJob',
      { status: { active: [{}] } },
      'info Running: 1 active job.',
    ],
    [
      'a cordoned node',
      'v1',
      'Node',
      { spec: { unschedulable: true }, status: { conditions: [READY] } },
      'warning Cordoned: The scheduler assigns no new pods to this node.',
    ],
    [
      'a node that is down',
      'v1',
      'Node',
      { status: { conditions: [condition('Ready', 'Unknown', 'Kubelet stopped posting node status.')] } },
      'danger Not ready: Kubelet stopped posting node status.',
    ],
    ['a bound volume', 'v1', 'PersistentVolume', { status: { phase: 'Bound' } }, 'success Bound'],
    [
      'a released volume',
      'v1',
      'PersistentVolume',
      { status: { phase: 'Released' } },
      'warning Released: Its claim was deleted. The reclaim policy Retain keeps the volume.',
    ],
    [
      'a claim without a class',
      'v1',
      'PersistentVolumeClaim',
      { status: { phase: 'Pending' } },
      'info Pending: No volume matches the claim, and it names no storage class that would provision one.',
    ],
    [
      'an exhausted quota',
      'v1',
      'ResourceQuota',
      { status: { hard: { pods: '2', cpu: '1' }, used: { pods: '2', cpu: '500m' } } },
      'warning Exhausted: Used up: pods.',
    ],
    [
      'a budget that blocks evictions',
      'policy/v1',
      'PodDisruptionBudget',
      { status: { expectedPods: 2, currentHealthy: 1, desiredHealthy: 1 } },
      'warning Blocks evictions: 1 of 2 pods are healthy, and 1 must be.',
    ],
    [
      'an autoscaler without metrics',
      'autoscaling/v2',
      'HorizontalPodAutoscaler',
      { status: { conditions: [condition('ScalingActive', 'False', 'no metrics')] } },
      'warning Not scaling: no metrics',
    ],
    [
      'a pending request',
      'certificates.k8s.io/v1',
      'CertificateSigningRequest',
      { spec: {} },
      'info Pending: Waiting for approval.',
    ],
    [
      'a definition with a taken name',
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      { status: { conditions: [condition('NamesAccepted', 'False', '"widgets" is already in use')] } },
      'danger Names refused: "widgets" is already in use',
    ],
    [
      'a custom resource with a condition Ready',
      'example.com/v1',
      'Widget',
      { status: { conditions: [condition('Ready', 'False', 'no parts')] } },
      'danger Not ready: no parts',
    ],
    ['a custom resource without conditions', 'example.com/v1', 'Widget', {}, undefined],
    [
      'an object whose finalizers remain',
      'v1',
      'ConfigMap',
      { metadata: { deletionTimestamp: 'now', finalizers: ['example.com/keep'] } },
      'warning Terminating: Waiting for the finalizers to be removed: example.com/keep.',
    ],
    [
      'a namespace with remaining content',
      'v1',
      'Namespace',
      {
        metadata: { deletionTimestamp: 'now' },
        status: {
          phase: 'Terminating',
          conditions: [
            condition(
              'NamespaceContentRemaining',
              'True',
              'Some resources are remaining: pods. has 1 resource instances',
            ),
          ],
        },
      },
      'warning Terminating: Some resources are remaining: pods. has 1 resource instances',
    ],
  ] as const)('%s has its text and reason', (_, apiVersion, kind, rest, expected) => {
    expect(stateText(apiVersion, kind, rest)).toBe(expected);
  });

  it('a claim explains why it is pending', () => {
    const claim = { spec: { storageClassName: 'fast' }, status: { phase: 'Pending' } };
    const storageClass = (more: object) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      provisioner: 'disks.example',
      ...more,
    });
    const fast = { metadata: { name: 'fast' } };
    const stateWith = (more: object) => stateText('v1', 'PersistentVolumeClaim', claim, [storageClass(more)]);
    expect(stateWith({ ...fast, volumeBindingMode: 'WaitForFirstConsumer' })).toMatch(
      /Waiting for a pod that uses the claim/,
    );
    expect(stateWith(fast)).toBe('info Pending: Waiting for disks.example to create a volume.');
    expect(stateWith({ metadata: { name: 'slow' } })).toBe('info Pending: Storage class fast does not exist.');
  });

  it('a service reports whether it has ready endpoints, once they are known', () => {
    const service = { spec: { selector: { app: 'web' } } };
    const slice = (...ready: boolean[]) => ({
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 's', ownerReferences: [{ uid: 'u' }] },
      endpoints: ready.map((each) => ({ addresses: ['10.0.0.1'], conditions: { ready: each } })),
    });
    const stateWith = (...others: object[]) => stateText('v1', 'Service', service, others);
    expect(stateWith()).toBeUndefined();
    expect(stateWith(slice(true, false))).toBe('success Serving');
    expect(stateWith(slice(false))).toBe('danger No ready endpoints: None of its 1 pods is ready.');
    expect(stateWith(slice())).toBe('warning No endpoints: No pod matches the selector.');
  });
});
