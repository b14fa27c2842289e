import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { type Act, chainOf, deployment, type Situation, stop, whyIn } from './why-cluster.ts';

const SHOP = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---\n';
const NODE = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };
const WEB = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' };

let template: TestCluster;
beforeAll(async () => {
  template = await createTestCluster({
    seed: SHOP,
    simulatedNodes: 1,
    flags: {
      'feature-gates': 'ValidatingAdmissionPolicy=true',
      'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
    },
  });
});
afterAll(() => template.close());

const crash = (replicas: number, fault = 'crash-loop') =>
  deployment('', { replicas, annotations: `simulation.tabplane.dev/fault: ${fault}` });
const quota = (hard: string) => `
apiVersion: v1
kind: ResourceQuota
metadata: {name: team, namespace: shop}
spec: {hard: {${hard}}}
`;
/** A quota without a computed usage limits nothing, so it is created before the pods. */
const limited =
  (hard: string): Act =>
  async (cluster) => {
    await cluster.load(quota(hard));
    await cluster.clock.step('1s');
  };
const stateful = (spec: string, more = '') => `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop}
spec:
  replicas: 3
  serviceName: db
  ${more}
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {${spec}}
`;
const daemons = (spec: string, more = '') =>
  stateful(spec, more)
    .replace('StatefulSet', 'DaemonSet')
    .replace(/ {2}(replicas|serviceName).*\n/g, '');
const job = (spec: string, more = '') => `
apiVersion: batch/v1
kind: Job
metadata: {name: once, namespace: shop}
spec:
  ${more}
  template: {spec: {${spec}}}
`;
const cron = (more: string) => `
apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, namespace: shop}
spec:
  ${more}
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: report, image: report, command: [sleep, "10000"]}]}}}}
`;
const patch =
  (body: object): Act =>
  ({ client }) =>
    client.patch(WEB, 'merge', body);
const of = 'deployments/web';
const label =
  (labels: object): Act =>
  ({ client }) =>
    client.patch({ group: '', version: 'v1', resource: 'namespaces', name: 'shop' }, 'merge', { metadata: { labels } });
const webhook = (service: string) => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: guard}
webhooks:
- name: guard.example.com
  clientConfig: {service: {namespace: shop, name: ${service}, path: /}}
  rules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]
  sideEffects: None
  admissionReviewVersions: [v1]
  timeoutSeconds: 1
---`;

/** Workloads: the situation, the rules of the most probable chain, and the sentence. */
const STATES: readonly (readonly [state: string, situation: Situation, chain: string, sentence: string])[] = [
  [
    'a deployment whose pods run',
    { of, seed: deployment('', { replicas: 2 }) },
    '',
    '2 of 2 available. Nothing is wrong with it.',
  ],
  [
    'a deployment whose node stopped reporting',
    {
      of,
      seed: deployment('', { replicas: 4 }),
      act: async (c) => {
        await c.clock.step('1m');
        await c.client.patch(NODE, 'merge', { metadata: { annotations: { 'simulation.tabplane.dev/down': 'true' } } });
        await c.clock.step('2m');
      },
    },
    'pods-not-ready < node-stopped-reporting < node-crashed',
    '0 of 4 available: four pods are not ready since 09:03 UTC, because their node stopped reporting, because the annotation simulation.tabplane.dev/down makes it crash.',
  ],
  [
    'a deployment whose pods crash',
    { of, seed: crash(3), wait: '60s' },
    'pods-not-ready < crash-loop',
    '0 of 3 available: three pods are not ready since 09:01 UTC, because container web exits with code 1, and was restarted three times, with increasing back-off delays.',
  ],
  [
    'a deployment whose new pods have a missing image',
    {
      of,
      seed: deployment('', { replicas: 3 }),
      act: patch({ spec: { template: { spec: { containers: [{ name: 'web', image: 'missing' }] } } } }),
      wait: '30s',
    },
    'pods-not-ready < image',
    '1 of 3 updated: one pod has not started since 09:01 UTC, because image missing of container web cannot be pulled: it was not found.',
  ],
  [
    'a deployment that made no progress',
    {
      of,
      seed: crash(1, 'image-not-found').replace('replicas: 1', 'replicas: 1\n  progressDeadlineSeconds: 60'),
      wait: '100s',
    },
    'progress-deadline < pods-not-ready < image',
    '0 of 1 available: its rollout has made no progress for 60 seconds, because one pod has not started since 09:01 UTC, because image nginx of container web cannot be pulled: it was not found.',
  ],
  [
    'a deployment that is paused',
    { of, seed: deployment('', { more: 'paused: true' }) },
    'rollout-paused',
    '0 of 1 available: its rollout is paused.',
  ],
  [
    'a deployment that is scaled to zero',
    { of, seed: deployment('', { replicas: 0 }) },
    'scaled-to-zero',
    '0 of 0 available: it is scaled to zero.',
  ],
  [
    'a deployment whose pods are not ready for long enough',
    { of, seed: deployment('', { replicas: 2, more: 'minReadySeconds: 300' }), wait: '30s' },
    'min-ready-seconds',
    '0 of 2 available: two pods have not been ready for 300 seconds.',
  ],
  [
    'a deployment whose controller is stopped',
    { of, prepare: (c) => stop(c, 'deployment-controller'), seed: deployment('') },
    'unobserved < controller-stopped',
    '0 of 1 available: its controller has not seen the last change, because the deployment controller is stopped.',
  ],
  [
    'a deployment whose replica set controller is stopped',
    { of, prepare: (c) => stop(c, 'replicaset-controller'), seed: deployment('', { replicas: 2 }) },
    'pods-missing < controller-stopped',
    '0 of 2 available: two pods have not been created, because the replicaset controller is stopped.',
  ],
  [
    'a deployment that exceeds the quota of pods',
    { of, prepare: limited('pods: "1"'), seed: deployment('', { replicas: 3 }) },
    'creation-denied < quota',
    '1 of 3 available: pods cannot be created, because quota team allows pods=1, pods=1 is used, and one more needs pods=1.',
  ],
  [
    'a deployment without the requests that a quota requires',
    { of, prepare: limited('requests.cpu: "1"'), seed: deployment('') },
    'creation-denied < quota-unspecified',
    '0 of 1 available: pods cannot be created, because quota team requires that every container specifies requests.cpu for: web.',
  ],
  [
    'a deployment that exceeds a limit range',
    {
      of,
      seed: `apiVersion: v1
kind: LimitRange
metadata: {name: small, namespace: shop}
spec: {limits: [{type: Container, max: {memory: 64Mi}}]}
---${deployment('', { container: 'resources: {requests: {memory: 1Gi}, limits: {memory: 1Gi}}' })}`,
    },
    'creation-denied < limit-range',
    '0 of 1 available: pods cannot be created, because a limit range forbids it: maximum memory usage per Container is 64Mi, but limit is 1Gi.',
  ],
  [
    'a deployment that violates Pod Security',
    { of, prepare: label({ 'pod-security.kubernetes.io/enforce': 'baseline' }), seed: deployment('hostNetwork: true') },
    'creation-denied < pod-security',
    '0 of 1 available: pods cannot be created, because the namespace enforces Pod Security level baseline: host namespaces (hostNetwork=true).',
  ],
  [
    'a deployment that a policy denies',
    {
      of,
      prepare: (c) =>
        c.load(`apiVersion: admissionregistration.k8s.io/v1beta1
kind: ValidatingAdmissionPolicy
metadata: {name: no-latest}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}]}
  validations: [{expression: "object.spec.containers.all(c, c.image.contains(':'))", message: pin the image}]
---
apiVersion: admissionregistration.k8s.io/v1beta1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: everywhere}
spec: {policyName: no-latest, validationActions: [Deny]}`),
      seed: deployment(''),
    },
    'creation-denied < policy',
    '0 of 1 available: pods cannot be created, because policy no-latest, bound by everywhere, denies it: pin the image.',
  ],
  [
    'a deployment whose webhook has no service',
    { of, seed: webhook('guard') + deployment('') },
    'creation-denied < webhook-unreachable < service-missing',
    '0 of 1 available: pods cannot be created, because webhook guard.example.com cannot be called, because service shop/guard does not exist.',
  ],
  [
    'a deployment whose webhook has a service without pods',
    {
      of,
      seed: `apiVersion: v1
kind: Service
metadata: {name: guard, namespace: shop}
spec: {selector: {app: guard}, ports: [{port: 443}]}
---${webhook('guard')}${deployment('')}`,
    },
    'creation-denied < webhook-unreachable < selector-without-pods',
    '0 of 1 available: pods cannot be created, because webhook guard.example.com cannot be called, because no pod has the labels app=guard of its selector.',
  ],
  [
    'a deployment whose service account does not exist',
    { of, seed: deployment('serviceAccountName: robot') },
    'creation-denied < account-missing',
    '0 of 1 available: pods cannot be created, because service account robot does not exist.',
  ],
  [
    'a deployment whose priority class does not exist',
    { of, seed: deployment('priorityClassName: urgent') },
    'creation-denied < priority-class-missing',
    '0 of 1 available: pods cannot be created, because priority class urgent does not exist.',
  ],
  [
    'a deployment whose runtime class does not exist',
    { of, seed: deployment('runtimeClassName: sandboxed') },
    'creation-denied < runtime-class-missing',
    '0 of 1 available: pods cannot be created, because runtime class sandboxed does not exist.',
  ],
  [
    'a deployment whose replica set controller has no permissions',
    {
      of,
      prepare: ({ client }) =>
        client.delete({
          group: 'rbac.authorization.k8s.io',
          version: 'v1',
          resource: 'clusterrolebindings',
          name: 'system:controller:replicaset-controller',
        }),
      seed: deployment(''),
    },
    'pods-missing < controller-not-allowed',
    '0 of 1 available: one pod has not been created, because the replicaset controller is not allowed to act: cannot create resource "pods" in the namespace "shop".',
  ],
  [
    'a stateful set whose first pod is too large',
    {
      of: 'statefulsets/db',
      seed: stateful('containers: [{name: db, image: db, resources: {requests: {memory: 4Ti}}}]'),
    },
    'pods-not-ready < insufficient-resource',
    '0 of 3 available: one pod has no node since 09:01 UTC, because it requests 4Ti memory, and the largest node has only 256Gi memory.',
  ],
  [
    'a stateful set that updates on deletion',
    {
      of: 'statefulsets/db',
      seed: stateful('containers: [{name: db, image: db}]', 'updateStrategy: {type: OnDelete}'),
      wait: '30s',
      act: ({ client }) =>
        client.patch({ ...WEB, resource: 'statefulsets', name: 'db' }, 'merge', {
          spec: { template: { spec: { containers: [{ name: 'db', image: 'db:2' }] } } },
        }),
    },
    'update-on-delete',
    '0 of 3 updated: three pods have the old template until someone deletes them.',
  ],
  [
    'a daemon set without a node',
    { of: 'daemonsets/db', seed: daemons('nodeSelector: {disk: ssd}, containers: [{name: db, image: db}]') },
    'daemons-without-node',
    '0 of 0 available: no node has the labels disk=ssd of its node selector.',
  ],
  [
    'a daemon set whose pods do not start',
    { of: 'daemonsets/db', seed: daemons('containers: [{name: db, image: missing}]'), wait: '30s' },
    'pods-not-ready < image',
    '0 of 1 available: one pod has not started since 09:01 UTC, because image missing of container db cannot be pulled: it was not found.',
  ],
  [
    'a job that ran too long',
    {
      of: 'jobs/once',
      seed: job(
        'restartPolicy: Never, containers: [{name: a, image: a, command: [sleep, "1000"]}]',
        'activeDeadlineSeconds: 30',
      ),
      wait: '60s',
    },
    'job-deadline',
    'Failed: it ran longer than its deadline of 30 seconds.',
  ],
  [
    'a job that failed too often',
    {
      of: 'jobs/once',
      seed: job(
        'restartPolicy: Never, containers: [{name: a, image: a, command: [sh, -c, "exit 2"]}]',
        'backoffLimit: 1',
      ),
      wait: '120s',
    },
    'backoff-limit < crash',
    'Failed: its pods failed more often than its back-off limit of 1 allows, because container a exited with code 2, and is not restarted.',
  ],
  [
    'a job whose pods fail',
    {
      of: 'jobs/once',
      seed: job('restartPolicy: Never, containers: [{name: a, image: a, command: [sh, -c, "exit 2"]}]'),
      wait: '15s',
    },
    'job-pods-failed < crash',
    'Running: two pods failed, and are replaced, because container a exited with code 2, and is not restarted.',
  ],
  [
    'a job that is suspended',
    { of: 'jobs/once', seed: job('restartPolicy: Never, containers: [{name: a, image: a}]', 'suspend: true') },
    'job-suspended',
    'Suspended: its field suspend is true, so it creates no pods.',
  ],
  [
    'a job that runs',
    { of: 'jobs/once', seed: job('restartPolicy: Never, containers: [{name: a, image: a, command: [sleep, "1000"]}]') },
    'job-running',
    'Running: one pod has not finished.',
  ],
  [
    'a job that completed',
    {
      of: 'jobs/once',
      seed: job('restartPolicy: Never, containers: [{name: a, image: a, command: ["true"]}]'),
      wait: '60s',
    },
    '',
    'Completed. Nothing is wrong with it.',
  ],
  [
    'a job whose controller is stopped',
    {
      of: 'jobs/once',
      prepare: (c) => stop(c, 'job-controller'),
      seed: job('restartPolicy: Never, containers: [{name: a, image: a}]'),
    },
    'pods-missing < controller-stopped',
    'Running: its pods have not been created, because the job controller is stopped.',
  ],
  [
    'a cron job that is suspended',
    { of: 'cronjobs/nightly', seed: cron('schedule: "* * * * *"\n  suspend: true') },
    'cron-job-suspended',
    'Suspended: its field suspend is true, so it creates no jobs.',
  ],
  [
    'a cron job whose controller is stopped',
    { of: 'cronjobs/nightly', prepare: (c) => stop(c, 'cronjob-controller'), seed: cron('schedule: "* * * * *"') },
    'cron-job-not-examined < controller-stopped',
    'Scheduled: its schedule is not evaluated, because the cronjob controller is stopped.',
  ],
  [
    'a cron job before its first run',
    { of: 'cronjobs/nightly', seed: cron('schedule: "0 3 * * *"') },
    'cron-job-waits',
    'Scheduled: its schedule 0 3 * * * starts the first job at 2024-01-16 03:00 UTC.',
  ],
  [
    'a cron job whose last job still runs',
    { of: 'cronjobs/nightly', seed: cron('schedule: "* * * * *"\n  concurrencyPolicy: Forbid'), wait: '300s' },
    'cron-job-forbids < job-running',
    'Running: its concurrency policy Forbid starts no job while job nightly-28421822 runs, because one pod has not finished.',
  ],
  [
    'a cron job whose last job has an image that does not exist',
    {
      of: 'cronjobs/nightly',
      seed: cron('schedule: "* * * * *"\n  concurrencyPolicy: Forbid').replace('image: report', 'image: missing'),
      wait: '300s',
    },
    'cron-job-forbids < pods-not-ready < image',
    'Running: its concurrency policy Forbid starts no job while job nightly-28421822 runs, because one pod has not started since 09:02 UTC, because image missing of container report cannot be pulled: it was not found.',
  ],
  [
    'a cron job that missed a time',
    {
      of: 'cronjobs/nightly',
      seed: cron('schedule: "* * * * *"\n  startingDeadlineSeconds: 20'),
      act: async (c) => {
        await stop(c, 'cronjob-controller');
        await c.clock.step('150s');
        await stop(c, 'cronjob-controller', true);
      },
    },
    'cron-job-missed',
    'Scheduled: it missed 09:02 UTC, which is longer ago than its starting deadline of 20 seconds.',
  ],
];

describe('an explanation', () => {
  test.each(STATES)('of %s names the cause', async (_, situation, chain, sentence) => {
    const why = await whyIn(template, situation);
    expect({ chain: chainOf(why).join(' < '), sentence: why.sentence }).toEqual({ chain, sentence });
  });
});
