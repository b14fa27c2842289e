import type { ClusterOptions, KubernetesObject } from '../../cluster.ts';
import { shopWorkloads } from './workloads.ts';

const namespace = 'shop';

const object = (apiVersion: string, kind: string, name: string, rest: object): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace },
  ...rest,
});

/** Lets a group use a default role in the shop's namespace. */
const binding = (role: string, group: string): KubernetesObject =>
  object('rbac.authorization.k8s.io/v1', 'RoleBinding', `${group}-${role}`, {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group }],
  });

/** A small online shop: four services behind an Ingress, a cache, and a nightly job. */
export const shop: readonly KubernetesObject[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { team: 'shop' } } },
  object('v1', 'ConfigMap', 'settings', { data: { CURRENCY: 'EUR', LOG_LEVEL: 'info' } }),
  object('v1', 'Secret', 'payment-provider', { type: 'Opaque', stringData: { 'api-key': 'not-a-real-key' } }),
  ...shopWorkloads(namespace),
  object('v1', 'Service', 'cache', {
    spec: { clusterIP: 'None', selector: { app: 'cache' }, ports: [{ port: 6379 }] },
  }),
  object('apps/v1', 'StatefulSet', 'cache', {
    spec: {
      serviceName: 'cache',
      replicas: 2,
      selector: { matchLabels: { app: 'cache' } },
      template: {
        metadata: { labels: { app: 'cache' } },
        spec: { containers: [{ name: 'redis', image: 'redis:7.2', ports: [{ containerPort: 6379 }] }] },
      },
    },
  }),
  object('networking.k8s.io/v1', 'Ingress', 'shop', {
    spec: {
      rules: [
        {
          host: 'shop.example',
          http: {
            paths: [
              { path: '/', pathType: 'Prefix', backend: { service: { name: 'frontend', port: { name: 'http' } } } },
            ],
          },
        },
      ],
    },
  }),
  object('batch/v1', 'CronJob', 'nightly-report', {
    spec: {
      schedule: '0 3 * * *',
      jobTemplate: {
        spec: {
          template: {
            spec: { restartPolicy: 'Never', containers: [{ name: 'report', image: 'shop/report:1.0.0' }] },
          },
        },
      },
    },
  }),
  binding('edit', 'shop-developers'),
  binding('view', 'auditors'),
];

/** Alice develops the shop, Bob may only look at it. */
export const shopUsers = {
  alice: { groups: ['shop-developers'] },
  bob: { groups: ['auditors'] },
} satisfies ClusterOptions['users'];
