import { kubernetesName } from '../../../api/dialect.ts';
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  TopologySelectorTerm,
} from '../../../api/kinds/core-v1.generated.ts';
import type { StorageClass } from '../../../api/kinds/storage-v1.generated.ts';
import { SELECTED_NODE_ANNOTATION } from '../../../api/kubernetes-names.ts';
import type { Cluster } from '../../framework/plugin.ts';
import { findVolume, isReachable, storageOf } from './find-volume.ts';
import { type PodClaims, storageClassName } from './pod-claims.ts';
import { hasCapacity } from './storage-capacity.ts';

const NO_PROVISIONER = kubernetesName('kubernetes.io/no-provisioner');

const NODE_CONFLICT = 'node(s) had volume node affinity conflict';
const BIND_CONFLICT = "node(s) didn't find available persistent volumes to bind";
const NO_CAPACITY = 'node(s) did not have enough free storage';
const VOLUME_MISSING = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/** The volumes for the claims of a pod on one node. */
export interface VolumeChoice {
  readonly bindings: readonly { readonly claim: PersistentVolumeClaim; readonly volume: PersistentVolume }[];
  /** Claims whose volumes are provisioned on the node. */
  readonly provisioned: readonly PersistentVolumeClaim[];
}

/** Chooses volumes for the claims of a pod on a node, or returns why that is impossible. */
export function chooseVolumes(claims: PodClaims, node: Node, cluster: Cluster): VolumeChoice | readonly string[] {
  const reasons: string[] = [];
  const problem = boundProblem(claims.bound, node, cluster);
  const choice = chooseWaiting(claims.waiting, node, cluster);
  if (problem === NODE_CONFLICT) reasons.push(problem);
  if (typeof choice === 'string') reasons.push(choice);
  if (problem === VOLUME_MISSING) reasons.push(problem);
  return typeof choice === 'object' && reasons.length === 0 ? choice : reasons;
}

function boundProblem(bound: readonly PersistentVolumeClaim[], node: Node, { volumes }: Cluster): string | undefined {
  for (const { spec } of bound) {
    const volume = volumes.volume(spec?.volumeName ?? '');
    if (!volume) return VOLUME_MISSING;
    if (!isReachable(volume, node)) return NODE_CONFLICT;
  }
  return undefined;
}

function chooseWaiting(waiting: readonly PersistentVolumeClaim[], node: Node, cluster: Cluster): VolumeChoice | string {
  const selectedNode = cluster.dialect.rename(SELECTED_NODE_ANNOTATION);
  const bindings: { claim: PersistentVolumeClaim; volume: PersistentVolume }[] = [];
  const provisioned: PersistentVolumeClaim[] = [];
  const chosen = new Set<string>();
  const bySize = [...waiting].sort(
    (a, b) => storageOf(a.spec?.resources?.requests) - storageOf(b.spec?.resources?.requests),
  );
  for (const claim of bySize) {
    const selected = claim.metadata.annotations?.[selectedNode];
    if (selected !== undefined && selected !== node.metadata.name) return BIND_CONFLICT;
    const volume = selected === undefined ? findVolume(claim, node, chosen, cluster) : undefined;
    if (volume) {
      chosen.add(volume.metadata.name ?? '');
      bindings.push({ claim, volume });
      continue;
    }
    const problem = provisioningProblem(claim, node, cluster);
    if (problem !== undefined) return problem;
    provisioned.push(claim);
  }
  return { bindings, provisioned };
}

/** Returns why no volume can be provisioned for a claim on a node. */
function provisioningProblem(claim: PersistentVolumeClaim, node: Node, cluster: Cluster): string | undefined {
  const { volumes, dialect } = cluster;
  const storageClass = volumes.storageClass(storageClassName(claim, dialect));
  if (!storageClass?.provisioner || storageClass.provisioner === dialect.rename(NO_PROVISIONER)) return BIND_CONFLICT;
  if (!isAllowed(storageClass, node.metadata.labels ?? {})) return BIND_CONFLICT;
  return hasCapacity(claim, storageClass, node, cluster) ? undefined : NO_CAPACITY;
}

const isAllowed = ({ allowedTopologies = [] }: StorageClass, labels: Readonly<Record<string, string>>): boolean =>
  allowedTopologies.length === 0 || allowedTopologies.some((term) => matchesTopology(term, labels));

const matchesTopology = (
  { matchLabelExpressions = [] }: TopologySelectorTerm,
  labels: Readonly<Record<string, string>>,
): boolean =>
  matchLabelExpressions.length > 0 &&
  matchLabelExpressions.every(({ key, values }) => (values ?? []).includes(labels[key] ?? ''));
