/** Clients in the order of docs/clients.md, with a description of each. */
export const CLIENTS = {
  'kubectl 1.28, equal to a real server': 'Every command has the same output as with a real v1.28.3 server.',
  kubectl: 'Everyday commands against a living cluster, in several versions of kubectl.',
  helm: 'Releases with hooks, tests, custom resources and lookups, with the helm that comes with each kubectl.',
  '@kubernetes/client-node': "Kubernetes' own client for Node.",
  'kubernetes-client': "GoDaddy's client for Node, which reads its methods from the OpenAPI document.",
  '@codedependant/kubernetes-leader-election': 'Leader election with a Lease, for Node.',
  '@dot-i/k8s-operator': 'A framework for operators in Node.',
  "Python's kubernetes": "Kubernetes' own client for Python.",
  "Ruby's kubeclient": 'A client for Ruby, which reads its methods from discovery.',
  Ansible: 'The modules of kubernetes.core.',
  Patroni: 'Its store of elections in Kubernetes objects.',
  '@openshift/dynamic-plugin-sdk-utils':
    "OpenShift's React hooks, in a page on another origin than the cluster, which watches over WebSocket.",
  '@kinvolk/headlamp-plugin':
    "Headlamp's data layer, in a page that watches, follows logs and runs commands over WebSocket.",
  '@freelensapp/kube-api': 'The API layer of Freelens, a desktop application, in Node.',
} as const;

/** Clients that no package provides, with the reason. */
export const NOT_AVAILABLE: Readonly<Record<string, string>> = {
  Prometheus: 'Debian builds it without service discovery in Kubernetes.',
  'kube-controller-manager': 'Neither npm nor Debian has a package with it. A test sends the requests that it sends.',
  'Kubernetes Dashboard': 'Neither npm nor Debian has a package with it.',
};

export type ClientName = keyof typeof CLIENTS;

/** A command or step of a client, and its outcome. */
export interface StepOutcome {
  readonly step: string;
  readonly outcome: string;
}

/** The outcomes of one version of a client. */
export interface ClientOutcomes {
  readonly client: ClientName;
  readonly version: string;
  /** The heading of the steps, for clients with many of them. */
  readonly topic?: string;
  readonly steps: readonly StepOutcome[];
  /** Why the client did not run. */
  readonly notRun?: string;
}

declare module 'vitest' {
  interface TaskMeta {
    clients?: ClientOutcomes[];
  }
}

interface Task {
  readonly meta: { clients?: ClientOutcomes[] };
}

/**
 * Records a client's outcomes at its test, replacing the outcomes of an earlier attempt. The reporter writes them to
 * docs/clients.md.
 */
export function recordOutcomes({ meta }: Task, outcomes: ClientOutcomes): void {
  const nameOf = ({ client, version, topic }: ClientOutcomes): string => [client, version, topic].join('\n');
  const others = (meta.clients ?? []).filter((one) => nameOf(one) !== nameOf(outcomes));
  meta.clients = [...others, outcomes];
}

/** Records that a client could not run on this machine. */
export const recordNotRun = (task: Task, client: ClientName, reason: string): void =>
  recordOutcomes(task, { client, version: '', steps: [], notRun: reason });
