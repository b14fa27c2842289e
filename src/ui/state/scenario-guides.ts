import { linkOptions } from '@tanstack/react-router';

/** Something to look at in a prepared cluster. */
export interface Look {
  readonly text: string;
  /** The link's text; it says what is opened. */
  readonly title: string;
  /** The view to open. */
  readonly view?:
    | ReturnType<typeof objectView>
    | ReturnType<typeof listView>
    | typeof FLOW
    | typeof REQUESTS
    | typeof ACCESS;
  /** Opens the log of the first running pod with these labels. */
  readonly log?: { readonly namespace: string; readonly labels: string };
}

const FLOW = linkOptions({ to: '/timeline' });
const REQUESTS = linkOptions({ to: '/requests' });
const ACCESS = linkOptions({ to: '/access' });

/** @param kind `group/version/resource` */
const paramsOf = (kind: string) => {
  const [group = '', version = '', resource = ''] = kind.split('/');
  return { group, version, resource };
};

/** @param place the namespace; `-` for objects of the cluster */
const objectView = (kind: string, place: string, name: string, tab?: string) =>
  linkOptions({
    to: '/objects/$group/$version/$resource/$in/$name',
    params: { ...paramsOf(kind), in: place, name },
    search: { tab },
  });

const listView = (kind: string, namespace: string | undefined, labels?: string) =>
  linkOptions({
    to: '/objects/$group/$version/$resource',
    params: paramsOf(kind),
    search: { namespace, labels },
  });

const DEPLOYMENTS = 'apps/v1/deployments';
const PODS = 'core/v1/pods';
const NODES = 'core/v1/nodes';

/** What to look at in each prepared cluster, by its name. */
export const SCENARIO_GUIDES: Readonly<Record<string, readonly Look[]>> = {
  'empty cluster': [
    { text: 'One simulated node waits for pods.', title: 'View nodes', view: listView(NODES, undefined) },
    {
      text: 'Create a Deployment; its pods start within seconds.',
      title: 'View deployments',
      view: listView(DEPLOYMENTS, 'default'),
    },
  ],
  'healthy shop': [
    {
      text: 'Every pod runs on a simulated node and writes a log.',
      title: 'Read the log of a frontend pod',
      log: { namespace: 'shop', labels: 'app.kubernetes.io/name=frontend' },
    },
    {
      text: 'Scale the frontend or restart it, and watch its pods being replaced.',
      title: 'Open the rollout of frontend',
      view: objectView(DEPLOYMENTS, 'shop', 'frontend', 'rollout'),
    },
    { text: 'The timeline shows every change and its author.', title: 'Open the timeline', view: FLOW },
    {
      text: 'alice may change the shop, bob may only look at it. Ask what either may do.',
      title: 'Check access',
      view: ACCESS,
    },
  ],
  'crash-looping shop': [
    {
      text: 'The update of the cart never finishes: its new pod crashes, and the old pods stay.',
      title: 'Open the rollout of cart',
      view: objectView(DEPLOYMENTS, 'shop', 'cart', 'rollout'),
    },
    {
      text: 'The card “Why?” traces the state of the Deployment to the container that exits.',
      title: 'Ask why cart is in this state',
      view: objectView(DEPLOYMENTS, 'shop', 'cart'),
    },
    {
      text: 'Find the pod with the restarts, and read the log of its previous run.',
      title: 'View pods',
      view: listView(PODS, 'shop'),
    },
  ],
  'stuck rollout': [
    {
      text: 'The rollout exceeded its deadline. Roll it back to the previous revision.',
      title: 'Open the rollout of frontend',
      view: objectView(DEPLOYMENTS, 'shop', 'frontend', 'rollout'),
    },
    { text: 'One pod waits for an image that does not exist.', title: 'View pods', view: listView(PODS, 'shop') },
  ],
  'full quota': [
    {
      text: 'Four of eight pods were created. The condition ReplicaFailure has the server’s answer.',
      title: 'Open renderer',
      view: objectView(DEPLOYMENTS, 'reports', 'renderer'),
    },
    {
      text: 'All CPU of the quota is requested. Raise the limit, and the remaining pods follow.',
      title: 'Open the quota',
      view: objectView('core/v1/resourcequotas', 'reports', 'team-budget'),
    },
    { text: 'Each denied pod is a request with its trace.', title: 'View requests', view: REQUESTS },
  ],
  'node down': [
    {
      text: 'A node stopped reporting. Take it up again: its old pods are deleted.',
      title: 'Open simulated-node-1',
      view: objectView(NODES, '-', 'simulated-node-1'),
    },
    { text: 'Its pods were replaced, and wait for their deletion.', title: 'View pods', view: listView(PODS, 'shop') },
  ],
  'few rights': [
    { text: 'Ask what a user may do, and which rule decides.', title: 'Check access', view: ACCESS },
    {
      text: 'Impersonate operator and scale the cart, which is allowed. Change its image, which is not.',
      title: 'Open cart',
      view: objectView(DEPLOYMENTS, 'shop', 'cart'),
    },
    { text: 'Every denial has a trace with the rules that came closest.', title: 'View requests', view: REQUESTS },
  ],
  'custom resources': [
    {
      text: 'Backups have columns and a status of their own.',
      title: 'View backups',
      view: listView('backup.example.com/v1/backups', 'default'),
    },
    {
      text: 'The definition has a schema, and a rule that forbids another bucket. Change the bucket of a backup to see it.',
      title: 'Open the definition',
      view: objectView('apiextensions.k8s.io/v1/customresourcedefinitions', '-', 'backups.backup.example.com'),
    },
  ],
  'admission demo': [
    {
      text: 'The webhook has added the label team to the pods of cart.',
      title: 'View pods with the label',
      view: listView(PODS, 'checkout', 'team=checkout'),
    },
    {
      text: 'The policy denies the pods of invoices: their image has the tag latest.',
      title: 'Open invoices',
      view: objectView(DEPLOYMENTS, 'checkout', 'invoices'),
    },
    {
      text: 'The code of the webhook is in a ConfigMap. Edit it: the next pod gets another label.',
      title: 'Open the code',
      view: objectView('core/v1/configmaps', 'checkout', 'label-pods'),
    },
    { text: 'A trace shows what each admission plugin did.', title: 'View requests', view: REQUESTS },
  ],
  '10,000 objects': [
    {
      text: 'The list stays live. Sort it, and filter it by text.',
      title: 'View all config maps',
      view: listView('core/v1/configmaps', undefined),
    },
    {
      text: 'The server evaluates selectors.',
      title: 'View orders from Europe',
      view: listView('core/v1/configmaps', undefined, 'region=europe'),
    },
  ],
};
