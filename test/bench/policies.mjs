/** Measures the cost of one and of ten matching admission policies for a create that passes them all. Run by `npm run bench`. */
import { bundle } from './bundle.mjs';
import { compareInPairs } from './in-pairs.mjs';

/** An expression for each common use of policies. */
const EXPRESSIONS = [
  'object.spec.replicas <= 5',
  'object.metadata.name.matches("^[a-z0-9-]+$")',
  'has(object.metadata.labels) && "app" in object.metadata.labels',
  'object.spec.template.spec.containers.all(c, !c.image.endsWith(":latest"))',
  'object.spec.template.spec.containers.all(c, c.image.startsWith("registry.example.com/"))',
  'object.spec.template.spec.containers.all(c, has(c.resources) && has(c.resources.limits))',
  'object.spec.template.spec.containers.all(c, !has(c.securityContext) || !c.securityContext.privileged)',
  '!has(object.spec.template.spec.hostNetwork) || !object.spec.template.spec.hostNetwork',
  'request.userInfo.groups.exists(g, g == "system:masters")',
  'namespaceObject.metadata.name == request.namespace',
];

export const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1beta1';

export const deployment = (name) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, labels: { app: 'web' } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: ['web', 'proxy'].map((container) => ({
          name: container,
          image: `registry.example.com/${container}:1.2.3`,
          resources: { limits: { cpu: '100m', memory: '64Mi' } },
        })),
      },
    },
  },
});

const policy = (expression, number) => ({
  apiVersion: 'admissionregistration.k8s.io/v1beta1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: `policy-${number}` },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['deployments'] }],
    },
    validations: [{ expression }],
  },
});

const binding = (number) => ({
  apiVersion: 'admissionregistration.k8s.io/v1beta1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: `policy-${number}` },
  spec: { policyName: `policy-${number}`, validationActions: ['Deny'] },
});

/** Creates some of the policies with their bindings. @param post creates an object in a collection */
export async function enforcePolicies(post, count) {
  for (const [number, expression] of EXPRESSIONS.slice(0, count).entries()) {
    await post(`${ADMISSION}/validatingadmissionpolicies`, policy(expression, number));
    await post(`${ADMISSION}/validatingadmissionpolicybindings`, binding(number));
  }
}

/** Creates a cluster and returns a function that creates deployments. */
async function clusterOf({ createMemoryStorage, createServer }, policies) {
  const server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => Date.now(), after: () => () => undefined },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    fetch,
    flags: {
      dialect: 'kubernetes',
      'token-auth-file': 'token,admin,uid,"system:masters"\n',
      'runtime-config': 'api/all=true',
    },
  });
  const post = async (path, object) => {
    const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
    const request = new Request(`http://cluster${path}`, { method: 'POST', headers, body: JSON.stringify(object) });
    const response = await server.fetch(request);
    if (response.status !== 201) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  await enforcePolicies(post, policies);
  let created = 0;
  return () => post(DEPLOYMENTS, deployment(`web-${created++}`));
}

/** Compares a create without policies and one that passes some: at most ten. */
export async function measurePolicies(policies) {
  const core = await import(await bundle('test/bench/scale-cluster.ts'));
  const [create, createUnderPolicies] = [await clusterOf(core, 0), await clusterOf(core, policies)];
  return compareInPairs(create, createUnderPolicies, { pairs: 150, times: 20 });
}
