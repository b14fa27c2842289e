import type { KubernetesObject } from '../../cluster.ts';

/** What distinguishes a part of the shop. */
interface Part {
  readonly image: string;
  readonly replicas: number;
  readonly port: number;
  readonly cpu: string;
  readonly memory: string;
}

/** The Deployments of the shop, and the Services in front of them. */
export const shopWorkloads = (namespace: string): KubernetesObject[] =>
  Object.entries(PARTS).flatMap(([name, part]) => [deployment(namespace, name, part), service(namespace, name, part)]);

const PARTS: Readonly<Record<string, Part>> = {
  frontend: { image: 'shop/frontend:1.4.2', replicas: 3, port: 8080, cpu: '100m', memory: '128Mi' },
  catalog: { image: 'shop/catalog:2.0.1', replicas: 2, port: 8080, cpu: '100m', memory: '256Mi' },
  cart: { image: 'shop/cart:1.7.0', replicas: 2, port: 8080, cpu: '50m', memory: '128Mi' },
  payment: { image: 'shop/payment:0.9.3', replicas: 1, port: 8443, cpu: '50m', memory: '128Mi' },
};

const labelsOf = (name: string) => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'shop' });

function deployment(namespace: string, name: string, { image, replicas, port, cpu, memory }: Part): KubernetesObject {
  const labels = labelsOf(name);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: {
      replicas,
      // A pod that crashes soon is never available, so an update with a fault does not replace the old pods.
      minReadySeconds: 15,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name,
              image,
              ports: [{ name: 'http', containerPort: port }],
              envFrom: [{ configMapRef: { name: 'settings' } }],
              resources: { requests: { cpu, memory }, limits: { memory } },
              readinessProbe: { httpGet: { path: '/healthz', port: 'http' } },
            },
          ],
        },
      },
    },
  };
}

const service = (namespace: string, name: string, { port }: Part): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace, labels: labelsOf(name) },
  spec: { selector: labelsOf(name), ports: [{ name: 'http', port: 80, targetPort: port }] },
});
