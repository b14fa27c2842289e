import type { KubernetesObject } from '../cluster.ts';
import { MINUTE, packageScenario } from './scenario-definition.ts';

const GROUP = 'backup.example.com';
const address = { group: GROUP, version: 'v1', resource: 'backups', namespace: 'default' };

/** The operator's reports about each backup. */
const STATUSES = {
  orders: { phase: 'Completed', size: '1.2Gi', completedAt: '2024-01-15T09:04:00Z' },
  customers: { phase: 'Running' },
  archive: { phase: 'Failed', message: 'the bucket archive-eu does not exist' },
};

const backup = (name: string, spec: object): KubernetesObject => ({
  apiVersion: `${GROUP}/v1`,
  kind: 'Backup',
  metadata: { name, namespace: 'default' },
  spec,
});

const column = (name: string, type: string, jsonPath: string) => ({ name, type, jsonPath });

const definition: KubernetesObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `backups.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { kind: 'Backup', plural: 'backups', singular: 'backup', shortNames: ['bu'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [
          column('Database', 'string', '.spec.database'),
          column('Phase', 'string', '.status.phase'),
          column('Age', 'date', '.metadata.creationTimestamp'),
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['database', 'bucket'],
                properties: {
                  database: { type: 'string', minLength: 1 },
                  bucket: { type: 'string' },
                  keepDays: { type: 'integer', minimum: 1, maximum: 365, default: 30 },
                },
                'x-kubernetes-validations': [
                  { rule: 'self.bucket == oldSelf.bucket', message: 'the bucket cannot be changed' },
                ],
              },
              status: {
                type: 'object',
                properties: {
                  phase: { type: 'string', enum: ['Running', 'Completed', 'Failed'] },
                  size: { type: 'string' },
                  completedAt: { type: 'string', format: 'date-time' },
                  message: { type: 'string' },
                },
              },
            },
          },
        },
      },
    ],
  },
};

export const customResources = packageScenario({
  name: 'custom resources',
  description: 'A cluster with a custom resource, and three objects of it in different states.',
  seed: [
    definition,
    backup('orders', { database: 'orders', bucket: 'orders-eu' }),
    backup('customers', { database: 'customers', bucket: 'customers-eu', keepDays: 90 }),
    backup('archive', { database: 'archive', bucket: 'archive-eu', keepDays: 365 }),
  ],
  async history({ client, clock }) {
    await clock.step(5 * MINUTE);
    for (const [name, status] of Object.entries(STATUSES))
      await client.patch({ ...address, name, subresource: 'status' }, 'merge', { status });
    await clock.step(MINUTE);
  },
});
