import { packageScenario } from './scenario-definition.ts';

const namespace = 'reports';
const labels = { app: 'renderer' };

export const fullQuota = packageScenario({
  name: 'full quota',
  description: 'A namespace whose quota is used up: of eight wanted pods, only four could be created.',
  seed: [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'team-budget', namespace },
      spec: { hard: { pods: '10', 'requests.cpu': '1', 'requests.memory': '2Gi' } },
    },
    {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'defaults', namespace },
      spec: { limits: [{ type: 'Container', defaultRequest: { cpu: '100m', memory: '128Mi' } }] },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'renderer', namespace, labels },
      spec: {
        replicas: 8,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              { name: 'renderer', image: 'reports/renderer:3.1.0', resources: { requests: { cpu: '250m' } } },
            ],
          },
        },
      },
    },
  ],
});
