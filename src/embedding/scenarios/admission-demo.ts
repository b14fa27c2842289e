import type { KubernetesObject } from '../cluster.ts';
import { MINUTE, packageScenario } from './scenario-definition.ts';

const namespace = 'checkout';
const REGISTRATION = 'admissionregistration.k8s.io';

/** Pods of the namespace: the webhook labels them and the policy checks them. */
const pods = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': namespace } };

/** The code of the webhook, in the form that the admission lab shows. */
const HANDLER = `// Receives the request of the AdmissionReview. Adds the label "team" to pods without it.
export default function ({ object }) {
  if (object.metadata.labels?.team) return;
  object.metadata.labels = { ...object.metadata.labels, team: 'checkout' };
  console.log('added the label team');
  return { object };
}
`;

const webhook: readonly KubernetesObject[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'label-pods', namespace },
    data: { 'handler.js': HANDLER },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'label-pods', namespace, annotations: { 'tabplane.dev/local-service': 'label-pods' } },
    spec: { ports: [{ port: 443 }] },
  },
  {
    apiVersion: `${REGISTRATION}/v1`,
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: 'label-pods' },
    webhooks: [
      {
        name: 'label-pods.checkout.example.com',
        clientConfig: { service: { namespace, name: 'label-pods' } },
        rules: [pods],
        namespaceSelector,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  },
];

const policy: readonly KubernetesObject[] = [
  {
    apiVersion: `${REGISTRATION}/v1beta1`,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'no-latest-images' },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: { resourceRules: [pods] },
      validations: [
        {
          expression: "object.spec.containers.all(c, c.image.contains(':') && !c.image.endsWith(':latest'))",
          message: 'every image needs a tag other than "latest"',
        },
      ],
    },
  },
  {
    apiVersion: `${REGISTRATION}/v1beta1`,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'no-latest-images' },
    spec: {
      policyName: 'no-latest-images',
      validationActions: ['Deny'],
      matchResources: { namespaceSelector },
    },
  },
];

/** The image of each Deployment: the policy allows one and denies the other. */
const IMAGES = { cart: 'checkout/cart:2.3.0', invoices: 'checkout/invoices:latest' };

const deployment = (name: string, image: string): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, image }] } },
  },
});

export const admissionDemo = packageScenario({
  name: 'admission demo',
  description: 'A webhook that labels pods, and a policy that denies those of one of two Deployments.',
  flags: {
    'runtime-config': `${REGISTRATION}/v1beta1=true`,
    'feature-gates': 'ValidatingAdmissionPolicy=true',
  },
  seed: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, ...webhook, ...policy],
  async history({ client, clock }) {
    // Pods that are created before the webhook and the policy are in force would pass.
    await clock.step(MINUTE);
    for (const [name, image] of Object.entries(IMAGES)) {
      const address = { group: 'apps', version: 'v1', resource: 'deployments', namespace, name };
      await client.apply(address, deployment(name, image), { fieldManager: 'checkout', force: true });
    }
    await clock.step(5 * MINUTE);
  },
});
