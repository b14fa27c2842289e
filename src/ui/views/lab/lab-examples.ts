import type { LabPolicy, LabState, LabWebhook } from '../../state/stores/lab-store.ts';

interface ExampleFacts {
  readonly id: string;
  readonly title: string;
  /** Object of the sample request. */
  readonly sample: string;
}
export interface WebhookExample extends ExampleFacts {
  readonly webhook: Pick<LabWebhook, 'name' | 'code' | 'phase' | 'resource'>;
}
export interface PolicyExample extends ExampleFacts {
  /** The policy without its `apiVersion`, which depends on the server. */
  readonly policy: string;
}

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  containers:
    - name: web
      image: nginx:latest
`;

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 12
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: nginx:1.25
`;

export const WEBHOOK_EXAMPLES: readonly WebhookExample[] = [
  {
    id: 'add-label',
    title: 'Add a label',
    sample: POD,
    webhook: {
      name: 'add-label',
      phase: 'mutating',
      resource: 'pods',
      code: `// Called with the request of an AdmissionReview. Return { object } to change the object,
// { allowed: false, message } to deny it, warnings, a patch, or nothing to allow it.
export default function ({ object, userInfo }) {
  object.metadata.labels = {
    ...object.metadata.labels,
    'created-by': userInfo.username.replaceAll(':', '.'),
  };
  return { object };
}
`,
    },
  },
  {
    id: 'inject-sidecar',
    title: 'Inject a sidecar',
    sample: POD,
    webhook: {
      name: 'inject-sidecar',
      phase: 'mutating',
      resource: 'pods',
      code: `const SIDECAR = { name: 'log-shipper', image: 'fluent/fluent-bit:2.2' };

export default function ({ operation, object }) {
  const { containers } = object.spec;
  // Webhooks can be called again for the same object: inject the sidecar only once.
  if (operation !== 'CREATE' || containers.some(({ name }) => name === SIDECAR.name)) return;
  containers.push(SIDECAR);
  console.log('injected beside', containers[0].name);
  return { object };
}
`,
    },
  },
  {
    id: 'default-resources',
    title: 'Default requests and limits',
    sample: POD,
    webhook: {
      name: 'default-resources',
      phase: 'mutating',
      resource: 'pods',
      code: `const DEFAULTS = {
  requests: { cpu: '50m', memory: '64Mi' },
  limits: { memory: '256Mi' },
};

export default function ({ operation, object }) {
  if (operation !== 'CREATE') return;
  for (const container of object.spec.containers) {
    const { requests, limits } = container.resources ?? {};
    container.resources = {
      requests: { ...DEFAULTS.requests, ...requests },
      limits: { ...DEFAULTS.limits, ...limits },
    };
  }
  return { object };
}
`,
    },
  },
  {
    id: 'require-team',
    title: 'Require a team label',
    sample: POD,
    webhook: {
      name: 'require-team',
      phase: 'validating',
      resource: 'pods',
      code: `const TEAMS = ['blue', 'green'];

export default function ({ object, userInfo }) {
  const team = object.metadata.labels?.team;
  if (TEAMS.includes(team)) return true;
  return {
    allowed: false,
    code: 403,
    message: \`\${userInfo.username} must set the label team to \${TEAMS.join(' or ')}\`,
  };
}
`,
    },
  },
  {
    id: 'warn',
    title: 'Warn without denying',
    sample: POD,
    webhook: {
      name: 'warn-latest',
      phase: 'validating',
      resource: 'pods',
      code: `export default function ({ object }) {
  const vague = object.spec.containers.filter(({ image }) => image.endsWith(':latest'));
  return {
    allowed: true,
    warnings: vague.map(({ name }) => \`container "\${name}" runs whatever "latest" is today\`),
    auditAnnotations: { latest: String(vague.length) },
  };
}
`,
    },
  },
  {
    id: 'endless',
    title: 'Loop forever',
    sample: POD,
    webhook: {
      name: 'endless',
      phase: 'validating',
      resource: 'pods',
      code: `// The server stops this handler at its timeout. Other requests do not wait for it.
export default function () {
  console.log('this will take a while');
  for (;;);
}
`,
    },
  },
];

export const POLICY_EXAMPLES: readonly PolicyExample[] = [
  {
    id: 'forbid-latest',
    title: 'Forbid “latest” images',
    sample: POD,
    policy: `kind: ValidatingAdmissionPolicy
metadata:
  name: forbid-latest
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [pods]
  validations:
    - expression: >-
        object.spec.containers.all(c, c.image.contains(':') && !c.image.endsWith(':latest'))
      message: Images need a tag other than latest.
      reason: Forbidden
`,
  },
  {
    id: 'require-limits',
    title: 'Require memory limits',
    sample: POD,
    policy: `kind: ValidatingAdmissionPolicy
metadata:
  name: require-limits
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE]
        resources: [pods]
  variables:
    - name: unlimited
      expression: >-
        object.spec.containers.filter(c,
          !has(c.resources) || !has(c.resources.limits) || !('memory' in c.resources.limits))
  validations:
    - expression: size(variables.unlimited) == 0
      messageExpression: >-
        'without a memory limit: ' + variables.unlimited.map(c, c.name).join(', ')
`,
  },
  {
    id: 'limit-replicas',
    title: 'Limit replicas',
    sample: DEPLOYMENT,
    policy: `kind: ValidatingAdmissionPolicy
metadata:
  name: limit-replicas
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: [apps]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [deployments]
  validations:
    - expression: object.spec.replicas <= 5
      messageExpression: "'at most 5 replicas, not ' + string(object.spec.replicas)"
`,
  },
  {
    id: 'immutable-label',
    title: 'Make a label immutable',
    sample: POD,
    policy: `kind: ValidatingAdmissionPolicy
metadata:
  name: keep-app-label
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [pods]
  validations:
    - expression: has(object.metadata.labels) && 'app' in object.metadata.labels
      message: Pods need the label app.
    - expression: oldObject == null || object.metadata.labels.app == oldObject.metadata.labels.app
      message: The label app cannot be changed.
`,
  },
];

/** Returns the sample of the draft's example. */
export function sampleOf({ mode, examples }: LabState): string {
  const all: readonly ExampleFacts[] = mode === 'webhook' ? WEBHOOK_EXAMPLES : POLICY_EXAMPLES;
  return all.find(({ id }) => id === examples[mode])?.sample ?? POD;
}

/** Reports whether the draft differs from its example, so that another one would lose changes. */
export function isEdited(lab: LabState, policyVersion: string): boolean {
  const { mode, examples, webhook, policy } = lab;
  const original = withExample(lab, mode, examples[mode], policyVersion);
  return mode === 'webhook' ? original.webhook.code !== webhook.code : original.policy.text !== policy.text;
}

/** Returns the lab with an example loaded. `policyVersion`: the server's apiVersion of policies. */
export function withExample(lab: LabState, mode: LabState['mode'], id: string, policyVersion: string): LabState {
  const examples = { ...lab.examples, [mode]: id };
  if (mode === 'webhook') {
    const example = WEBHOOK_EXAMPLES.find((one) => one.id === id);
    if (!example) return lab;
    return {
      ...lab,
      mode,
      examples,
      webhook: { ...lab.webhook, ...example.webhook },
      request: { text: example.sample },
    };
  }
  const example = POLICY_EXAMPLES.find((one) => one.id === id);
  if (!example) return lab;
  const policy: LabPolicy = { ...lab.policy, text: `apiVersion: ${policyVersion}\n${example.policy}` };
  return { ...lab, mode, examples, policy, request: { text: example.sample } };
}
