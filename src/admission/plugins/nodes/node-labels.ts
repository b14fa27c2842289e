import type { Dialect } from '../../../api/dialect.ts';

const OWN_LABELS = [
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'node.kubernetes.io/instance-type',
  'beta.kubernetes.io/instance-type',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
];
const OWN_PREFIXES = ['kubelet.kubernetes.io', 'node.kubernetes.io'];

type Labels = Readonly<Record<string, string>>;

/** Returns the changed labels that a node may not change itself, sorted by their Kubernetes names. */
export function forbiddenLabels(labels: Labels, old: Labels, dialect: Dialect): readonly string[] {
  const kubernetesName = (label: string) => label.replace(dialect.rename('kubernetes.io'), 'kubernetes.io');
  const changed = [...new Set([...Object.keys(labels), ...Object.keys(old)])].filter((key) => labels[key] !== old[key]);
  return changed
    .filter((label) => isReserved(label, dialect) || isForeign(label, dialect))
    .sort((a, b) => (kubernetesName(a) < kubernetesName(b) ? -1 : 1));
}

/** Reports whether only administrators may set the label. */
const isReserved = (label: string, dialect: Dialect): boolean =>
  isWithin(prefixOf(label), dialect.rename('node-restriction.kubernetes.io'));

/** Reports whether the label has a Kubernetes prefix but is not one that nodes set. */
function isForeign(label: string, dialect: Dialect): boolean {
  const prefix = prefixOf(label);
  const isOfProject = ['kubernetes.io', 'k8s.io'].some((domain) => isWithin(prefix, dialect.rename(domain)));
  const isOwn =
    OWN_LABELS.some((own) => dialect.rename(own) === label) ||
    OWN_PREFIXES.some((own) => isWithin(prefix, dialect.rename(own)));
  return isOfProject && !isOwn;
}

const prefixOf = (label: string): string => (label.includes('/') ? label.slice(0, label.indexOf('/')) : '');
const isWithin = (prefix: string, domain: string): boolean => prefix === domain || prefix.endsWith(`.${domain}`);
