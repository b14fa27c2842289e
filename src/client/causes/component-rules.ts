/** What a component of the cluster does, for readers of its writes. */
export interface ComponentRule {
  /** The name in `--controllers`. */
  readonly component: string;
  /** One sentence: what the component reacts to, and what it writes. */
  readonly rule: string;
  /** The page of the Kubernetes documentation, below its `docs/`. */
  readonly page: string;
}

const WORKLOADS = 'concepts/workloads/controllers';

/** A row for each controller and component. */
const RULES: readonly (readonly [component: string, rule: string, page: string])[] = [
  [
    'deployment-controller',
    'Keeps a ReplicaSet for the current pod template, and scales it up and the old ones down.',
    `${WORKLOADS}/deployment/`,
  ],
  [
    'replicaset-controller',
    'Creates or deletes pods until as many exist as the ReplicaSet wants.',
    `${WORKLOADS}/replicaset/`,
  ],
  [
    'replicationcontroller-controller',
    'Creates or deletes pods until as many exist as the ReplicationController wants.',
    `${WORKLOADS}/replicationcontroller/`,
  ],
  [
    'statefulset-controller',
    'Creates, updates and deletes the numbered pods of a StatefulSet in order, with their claims.',
    `${WORKLOADS}/statefulset/`,
  ],
  ['daemonset-controller', 'Keeps one pod of a DaemonSet on every eligible node.', `${WORKLOADS}/daemonset/`],
  ['job-controller', 'Runs the pods of a Job until enough have succeeded, and counts them.', `${WORKLOADS}/job/`],
  ['cronjob-controller', 'Creates a Job whenever the schedule of a CronJob is due.', `${WORKLOADS}/cron-jobs/`],
  [
    'ttl-after-finished-controller',
    'Deletes a finished Job when its time to live has passed.',
    `${WORKLOADS}/ttlafterfinished/`,
  ],
  [
    'kube-scheduler',
    'Binds a pod without a node to the node with the highest score among those that fit.',
    'concepts/scheduling-eviction/kube-scheduler/',
  ],
  [
    'kube-apiserver',
    'Creates what a new cluster contains, and keeps its own objects and the conditions of definitions current.',
    'reference/command-line-tools-reference/kube-apiserver/',
  ],
  [
    'node-simulation',
    'Plays the kubelet: starts, probes and stops the containers of the pods on a node, and reports their status.',
    'concepts/workloads/pods/pod-lifecycle/',
  ],
  [
    'endpoints-controller',
    'Lists the addresses of the pods that a Service selects in its Endpoints.',
    'concepts/services-networking/service/#endpoints',
  ],
  [
    'endpointslice-controller',
    'Lists the addresses of the pods that a Service selects in its EndpointSlices.',
    'concepts/services-networking/endpoint-slices/',
  ],
  [
    'endpointslice-mirroring-controller',
    'Copies Endpoints that users maintain to EndpointSlices.',
    'concepts/services-networking/service/#endpointslice-mirroring',
  ],
  [
    'garbage-collector-controller',
    'Deletes objects whose owners no longer exist.',
    'concepts/architecture/garbage-collection/',
  ],
  [
    'namespace-controller',
    'Deletes everything in a namespace that is being deleted, then removes its finalizer.',
    'concepts/overview/working-with-objects/namespaces/',
  ],
  [
    'horizontal-pod-autoscaler-controller',
    'Scales a workload so that its metrics approach their targets.',
    'tasks/run-application/horizontal-pod-autoscale/',
  ],
  [
    'disruption-controller',
    'Counts how many pods of a PodDisruptionBudget may be evicted.',
    'concepts/workloads/pods/disruptions/',
  ],
  [
    'pod-garbage-collector-controller',
    'Deletes pods of lost nodes, and finished pods when there are too many.',
    'concepts/workloads/pods/pod-lifecycle/#pod-garbage-collection',
  ],
  [
    'node-lifecycle-controller',
    'Taints nodes that stop reporting, and evicts the pods that do not tolerate the taint.',
    'concepts/architecture/nodes/#node-controller',
  ],
  [
    'node-ipam-controller',
    'Assigns an address range for pods to each node.',
    'reference/command-line-tools-reference/kube-controller-manager/',
  ],
  [
    'ttl-controller',
    'Tells nodes for how long they may cache secrets and config maps.',
    'reference/command-line-tools-reference/kube-controller-manager/',
  ],
  [
    'serviceaccount-controller',
    'Keeps the default ServiceAccount in every namespace.',
    'concepts/security/service-accounts/',
  ],
  [
    'serviceaccount-token-controller',
    'Fills the Secrets that request a ServiceAccount token, and deletes those of deleted accounts.',
    'reference/access-authn-authz/service-accounts-admin/',
  ],
  [
    'root-ca-certificate-publisher-controller',
    'Publishes the certificate of the cluster’s authority in every namespace.',
    'reference/access-authn-authz/service-accounts-admin/',
  ],
  [
    'clusterrole-aggregation-controller',
    'Combines the rules of the ClusterRoles that an aggregated ClusterRole selects.',
    'reference/access-authn-authz/rbac/#aggregated-clusterroles',
  ],
  [
    'certificatesigningrequest-approving-controller',
    'Approves certificate requests of nodes.',
    'reference/access-authn-authz/certificate-signing-requests/',
  ],
  [
    'certificatesigningrequest-signing-controller',
    'Signs approved certificate requests.',
    'reference/access-authn-authz/certificate-signing-requests/',
  ],
  [
    'certificatesigningrequest-cleaner-controller',
    'Deletes old certificate requests.',
    'reference/access-authn-authz/certificate-signing-requests/',
  ],
  [
    'bootstrap-signer-controller',
    'Signs the cluster information for nodes that join with a bootstrap token.',
    'reference/access-authn-authz/bootstrap-tokens/',
  ],
  [
    'token-cleaner-controller',
    'Deletes bootstrap tokens that have expired.',
    'reference/access-authn-authz/bootstrap-tokens/',
  ],
  [
    'resourcequota-controller',
    'Counts what a namespace uses of its ResourceQuotas.',
    'concepts/policy/resource-quotas/',
  ],
  [
    'ephemeral-volume-controller',
    'Creates the claims of the ephemeral volumes of pods.',
    'concepts/storage/ephemeral-volumes/',
  ],
  [
    'persistentvolume-binder-controller',
    'Binds claims to volumes, and reclaims released volumes.',
    'concepts/storage/persistent-volumes/',
  ],
  [
    'persistentvolume-expander-controller',
    'Reports which claims wait for a driver to expand them.',
    'concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims',
  ],
  [
    'persistentvolume-attach-detach-controller',
    'Attaches volumes to the nodes of the pods that use them, and detaches them afterwards.',
    'concepts/storage/volumes/',
  ],
  [
    'persistentvolume-protection-controller',
    'Keeps a deleted volume until its claim is gone.',
    'concepts/storage/persistent-volumes/#storage-object-in-use-protection',
  ],
  [
    'persistentvolumeclaim-protection-controller',
    'Keeps a deleted claim until no pod uses it.',
    'concepts/storage/persistent-volumes/#storage-object-in-use-protection',
  ],
  [
    'validatingadmissionpolicy-status-controller',
    'Checks the types in the expressions of policies.',
    'reference/access-authn-authz/validating-admission-policy/',
  ],
];

const byComponent = new Map(RULES.map(([component, rule, page]) => [component, { component, rule, page }]));

/** Returns what a component does; undefined for users and programs. */
export const ruleOf = (component: string): ComponentRule | undefined => byComponent.get(component);

/** Returns the address of the documentation of a component. */
export const documentationOf = ({ page }: ComponentRule): string => `https://kubernetes.io/docs/${page}`;
