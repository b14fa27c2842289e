import { INSTANTIATE_ANNOTATION } from '../../../api/kubernetes-names.ts';
import { kindKey } from '../../../client/objects/kind-key.ts';
import type { AnyObject, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { type FlagDefinition, flag } from '../../command-line/flags.ts';
import { typeNamed } from '../../objects/resource-types.ts';
import { configMapData, literalPairs, secretData } from './data-pairs.ts';
import { bindingSubjects, roleRules } from './rbac.ts';
import { ingressSpec, serviceSpec } from './services.ts';

/** The object that a generator makes, without its name, namespace and version. */
type Content = Record<string, unknown>;

/** A subcommand of `create` that makes an object from flags. */
export interface Generator {
  readonly name: string;
  /** Plural of its resource. */
  readonly resource: string;
  readonly usage?: string;
  readonly summary: string;
  readonly flags: readonly FlagDefinition[];
  content(invocation: Invocation, name: string): Content | Promise<Content>;
}

const image = flag('image', 'array', 'Image of a container; may be repeated.');

const DATA_USAGE = 'NAME [--from-literal=KEY=VALUE]... [--from-file=[KEY=]FILE]...';
const DATA_FLAGS = [
  flag('from-literal', 'array', 'Entry KEY=VALUE; may be repeated.'),
  flag('from-file', 'list', 'File whose content becomes an entry.'),
  flag('from-env-file', 'list', 'File with lines KEY=VALUE.'),
];
const ROLE_FLAGS = [
  flag('verb', 'list', 'Verbs that the role allows.'),
  flag('resource', 'list', 'Resources: pods, deployments.apps, pods/log.'),
  flag('resource-name', 'array', 'Names of the objects that the role allows.'),
];
const SUBJECT_FLAGS = [
  flag('user', 'array', 'User.'),
  flag('group', 'array', 'Group.'),
  flag('serviceaccount', 'array', 'Service account as NAMESPACE:NAME.'),
];

/** Returns a container for each image of `--image`. */
const containersOf = (invocation: Invocation, nameOf: (image: string) => string): object[] => {
  const command = commandOf(invocation);
  return invocation.flags.list('image').map((text) => ({
    name: nameOf(text),
    image: text,
    resources: {},
    ...(command.length > 0 ? { command } : {}),
  }));
};

/** Returns the name of an image without its registry, tag and digest. */
const containerName = (text: string): string =>
  (text.split('/').at(-1) ?? text)
    .replace(/[:@].*$/, '')
    .replace(/[^a-z0-9-]/gi, '-')
    .toLowerCase();

const commandOf = ({ flags }: Invocation): readonly string[] =>
  flags.dashIndex === undefined ? flags.args.slice(1) : flags.args.slice(flags.dashIndex);

function requireFlag({ flags }: Invocation, ...names: readonly string[]): void {
  const missing = names.filter((name) => !flags.has(name));
  if (missing.length > 0)
    throw failure(`required flag(s) ${missing.map((name) => JSON.stringify(name)).join(', ')} not set`);
}

const jobSpec = (invocation: Invocation, name: string, restartPolicy: string): object => ({
  template: { metadata: {}, spec: { containers: containersOf(invocation, () => name), restartPolicy } },
});

/** The subcommands of `create`, in the order of the help. */
export const GENERATORS: readonly Generator[] = [
  {
    name: 'namespace',
    resource: 'namespaces',
    summary: 'Create a namespace.',
    flags: [],
    content: () => ({ spec: {}, status: {} }),
  },
  {
    name: 'deployment',
    resource: 'deployments',
    usage: 'NAME --image=IMAGE [-- COMMAND]',
    summary: 'Create a deployment.',
    flags: [
      image,
      flag('replicas,r', 'int', 'Number of pods.', '1'),
      flag('port', 'int', 'Port of the container.', '-1'),
    ],
    content(invocation, name) {
      requireFlag(invocation, 'image');
      const { flags } = invocation;
      const labels = { app: name };
      const port = flags.number('port');
      const containers = containersOf(invocation, containerName).map((container, index) =>
        port >= 0 && index === 0 ? { ...container, ports: [{ containerPort: port }] } : container,
      );
      return {
        labels,
        spec: {
          replicas: flags.number('replicas'),
          selector: { matchLabels: labels },
          strategy: {},
          template: { metadata: { labels }, spec: { containers } },
        },
        status: {},
      };
    },
  },
  {
    name: 'configmap',
    resource: 'configmaps',
    usage: DATA_USAGE,
    summary: 'Create a config map.',
    flags: DATA_FLAGS,
    content: async (invocation) => ({ data: await configMapData(invocation) }),
  },
  {
    name: 'secret generic',
    resource: 'secrets',
    usage: DATA_USAGE,
    summary: 'Create a secret from values and files.',
    flags: [...DATA_FLAGS, flag('type', 'string', 'Type of the secret.')],
    content: async (invocation) => ({
      data: await secretData(invocation),
      ...(invocation.flags.has('type') ? { type: invocation.flags.text('type') } : {}),
    }),
  },
  {
    name: 'serviceaccount',
    resource: 'serviceaccounts',
    summary: 'Create a service account.',
    flags: [],
    content: () => ({}),
  },
  {
    name: 'role',
    resource: 'roles',
    usage: 'NAME --verb=VERB... --resource=RESOURCE... [--resource-name=NAME]...',
    summary: 'Create a role.',
    flags: ROLE_FLAGS,
    content: async (invocation) => ({ rules: await roleRules(invocation) }),
  },
  {
    name: 'clusterrole',
    resource: 'clusterroles',
    usage: 'NAME --verb=VERB... --resource=RESOURCE...',
    summary: 'Create a cluster role.',
    flags: [
      ...ROLE_FLAGS,
      flag('non-resource-url', 'list', 'Paths that the role allows.'),
      flag('aggregation-rule', 'list', 'Labels of the cluster roles whose rules this one gets.'),
    ],
    async content(invocation) {
      const { flags } = invocation;
      if (!flags.has('aggregation-rule')) return { rules: await roleRules(invocation) };
      const matchLabels = Object.fromEntries(literalPairs(flags.list('aggregation-rule')));
      return { aggregationRule: { clusterRoleSelectors: [{ matchLabels }] }, rules: null };
    },
  },
  {
    name: 'rolebinding',
    resource: 'rolebindings',
    usage: 'NAME --clusterrole=NAME|--role=NAME [--user=NAME] [--group=NAME] [--serviceaccount=NAMESPACE:NAME]',
    summary: 'Give a role to users, groups and service accounts in a namespace.',
    flags: [
      flag('role', 'string', 'Role of the namespace.'),
      flag('clusterrole', 'string', 'Cluster role.'),
      ...SUBJECT_FLAGS,
    ],
    async content(invocation) {
      const { flags } = invocation;
      if (flags.has('role') === flags.has('clusterrole'))
        throw failure('exactly one of clusterrole or role must be specified');
      const kind = flags.has('role') ? 'Role' : 'ClusterRole';
      const { group } = await typeNamed(invocation.environment, 'roles');
      return {
        roleRef: { apiGroup: group, kind, name: flags.text(kind.toLowerCase()) },
        subjects: bindingSubjects(flags, group),
      };
    },
  },
  {
    name: 'clusterrolebinding',
    resource: 'clusterrolebindings',
    usage: 'NAME --clusterrole=NAME [--user=NAME] [--group=NAME] [--serviceaccount=NAMESPACE:NAME]',
    summary: 'Give a cluster role to users, groups and service accounts.',
    flags: [flag('clusterrole', 'string', 'Cluster role.'), ...SUBJECT_FLAGS],
    async content(invocation) {
      requireFlag(invocation, 'clusterrole');
      const { group } = await typeNamed(invocation.environment, 'roles');
      const roleRef = { apiGroup: group, kind: 'ClusterRole', name: invocation.flags.text('clusterrole') };
      return { roleRef, subjects: bindingSubjects(invocation.flags, group) };
    },
  },
  {
    name: 'job',
    resource: 'jobs',
    usage: 'NAME --image=IMAGE [-- COMMAND] | NAME --from=cronjob/NAME',
    summary: 'Create a job.',
    flags: [image, flag('from', 'string', 'Cron job whose template the job gets: cronjob/NAME.')],
    async content(invocation, name) {
      const { flags, client, namespace, environment } = invocation;
      if (!flags.has('from')) {
        if (!flags.has('image')) throw failure('either --image or --from must be specified');
        return { spec: jobSpec(invocation, name, 'Never'), status: {} };
      }
      const [type = '', source = ''] = flags.text('from').split('/');
      const resource = await typeNamed(environment, type);
      if (kindKey(resource, environment.dialect()) !== 'batch/CronJob')
        throw failure(`from must be an existing cronjob`);
      const cronJob = await client.get<AnyObject>({ ...resource, namespace, name: source });
      const { jobTemplate } = cronJob.spec as { jobTemplate: { metadata?: AnyObject['metadata']; spec: object } };
      return {
        annotations: {
          [environment.dialect().rename(INSTANTIATE_ANNOTATION)]: 'manual',
          ...jobTemplate.metadata?.annotations,
        },
        labels: jobTemplate.metadata?.labels,
        ownerReferences: [
          {
            apiVersion: cronJob.apiVersion,
            kind: cronJob.kind,
            name: source,
            uid: cronJob.metadata.uid,
            controller: true,
          },
        ],
        spec: jobTemplate.spec,
        status: {},
      };
    },
  },
  {
    name: 'cronjob',
    resource: 'cronjobs',
    usage: "NAME --image=IMAGE --schedule='0/5 * * * ?' [-- COMMAND]",
    summary: 'Create a cron job.',
    flags: [
      image,
      flag('schedule', 'string', 'Times in cron format.'),
      flag('restart', 'string', 'OnFailure or Never.', 'OnFailure'),
    ],
    content(invocation, name) {
      requireFlag(invocation, 'image', 'schedule');
      const { flags } = invocation;
      const jobTemplate = { metadata: { name }, spec: jobSpec(invocation, name, flags.text('restart')) };
      return { spec: { schedule: flags.text('schedule'), jobTemplate }, status: {} };
    },
  },
  {
    name: 'quota',
    resource: 'resourcequotas',
    usage: 'NAME [--hard=KEY=VALUE,...] [--scopes=SCOPE,...]',
    summary: 'Create a resource quota.',
    flags: [flag('hard', 'string', 'Limits: cpu=1,pods=3.'), flag('scopes', 'list', 'Scopes of the quota.')],
    content: ({ flags }) => ({
      spec: {
        ...(flags.has('hard') ? { hard: Object.fromEntries(literalPairs(flags.text('hard').split(','))) } : {}),
        ...(flags.has('scopes') ? { scopes: flags.list('scopes') } : {}),
      },
      status: {},
    }),
  },
  ...(['clusterip', 'nodeport', 'loadbalancer', 'externalname'] as const).map(
    (type): Generator => ({
      name: `service ${type}`,
      resource: 'services',
      usage: type === 'externalname' ? 'NAME --external-name=HOST [--tcp=PORT]' : 'NAME --tcp=PORT[:TARGET]',
      summary: `Create a service of the type ${type}.`,
      flags: [
        flag('tcp', 'list', 'Ports PORT:TARGET.'),
        flag('clusterip', 'string', 'Cluster IP; None for a headless service.'),
        flag('node-port', 'int', 'Port of the nodes.', '0'),
        flag('external-name', 'string', 'Host name that the service stands for.'),
      ],
      content: ({ flags }, name) => ({
        labels: { app: name },
        spec: serviceSpec(type, flags, name),
        status: { loadBalancer: {} },
      }),
    }),
  ),
  {
    name: 'ingress',
    resource: 'ingresses',
    usage: 'NAME --rule=HOST/PATH=SERVICE:PORT[,tls[=SECRET]]',
    summary: 'Create an ingress.',
    flags: [
      flag('rule', 'array', 'Rule HOST/PATH=SERVICE:PORT; a path that ends with * is a prefix.'),
      flag('class', 'string', 'Ingress class.'),
      flag('default-backend', 'string', 'Backend SERVICE:PORT of requests without a rule.'),
      flag('annotation', 'array', 'Annotation KEY=VALUE.'),
    ],
    content: ({ flags }) => ({
      ...(flags.has('annotation') ? { annotations: Object.fromEntries(literalPairs(flags.list('annotation'))) } : {}),
      spec: ingressSpec(flags),
      status: { loadBalancer: {} },
    }),
  },
  {
    name: 'poddisruptionbudget',
    resource: 'poddisruptionbudgets',
    usage: 'NAME --selector=SELECTOR --min-available=N|--max-unavailable=N',
    summary: 'Create a pod disruption budget.',
    flags: [
      flag('selector', 'string', 'Labels of the pods.'),
      flag('min-available', 'string', 'Number or percentage of pods that must stay available.'),
      flag('max-unavailable', 'string', 'Number or percentage of pods that may be unavailable.'),
    ],
    content(invocation) {
      const { flags } = invocation;
      if (!flags.has('selector')) throw failure('a selector must be specified');
      const amount = (name: string): unknown =>
        /^\d+$/.test(flags.text(name)) ? flags.number(name) : flags.text(name);
      return {
        spec: {
          ...(flags.has('min-available') ? { minAvailable: amount('min-available') } : {}),
          ...(flags.has('max-unavailable') ? { maxUnavailable: amount('max-unavailable') } : {}),
          selector: { matchLabels: Object.fromEntries(literalPairs(flags.text('selector').split(','))) },
        },
        status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
      };
    },
  },
  {
    name: 'priorityclass',
    resource: 'priorityclasses',
    usage: 'NAME --value=N [--global-default] [--description=TEXT]',
    summary: 'Create a priority class.',
    flags: [
      flag('value', 'int', 'Priority.', '0'),
      flag('global-default', 'bool', 'Use it for pods without a class.'),
      flag('description', 'string', 'When to use it.'),
      flag('preemption-policy', 'string', 'PreemptLowerPriority or Never.', 'PreemptLowerPriority'),
    ],
    content: ({ flags }) => ({
      value: flags.number('value'),
      ...(flags.is('global-default') ? { globalDefault: true } : {}),
      ...(flags.has('description') ? { description: flags.text('description') } : {}),
      preemptionPolicy: flags.text('preemption-policy'),
    }),
  },
];
