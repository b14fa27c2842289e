import { kubernetesName } from '../../../api/dialect.ts';
import type { NodeSelectorTerm, PersistentVolume } from '../../../api/kinds/core-v1.generated.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../../attributes.ts';

const PROVISIONED = kubernetesName('pv.kubernetes.io/provisioned-by');
const FAMILIES = [kubernetesName('topology.kubernetes.io'), kubernetesName('failure-domain.beta.kubernetes.io')];

/**
 * Adds node affinity for the zone and region labels that a provisioner set on a new volume. Other volumes stay as they
 * are: there is no cloud provider to look up their location.
 */
export const persistentVolumeLabel: AdmissionPluginFactory = ({ dialect }) => ({
  name: 'PersistentVolumeLabel',
  handles: operations('CREATE'),
  resources: resources('/persistentvolumes'),
  mutate(attributes) {
    if (!isRequestFor(attributes, '', 'persistentvolumes')) return;
    const volume = attributes.object as PersistentVolume;
    const { labels = {}, annotations = {} } = volume.metadata;
    if (annotations[dialect.rename(PROVISIONED)] === undefined) return;
    const keys = FAMILIES.map((family) => ['region', 'zone'].map((part) => `${dialect.rename(family)}/${part}`));
    const family = keys.find((pair) => pair.every((key) => labels[key] !== undefined));
    if (!family) return;
    const expressions = family.map((key) => ({ key, operator: 'In', values: valuesOf(key, labels[key] ?? '') }));
    const given = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
    const terms: NodeSelectorTerm[] = given.length ? given : [{}];
    if (terms.some((term) => term.matchExpressions?.some(({ key }) => family.includes(key)))) return;
    const nodeSelectorTerms = terms.map((term) => ({
      ...term,
      matchExpressions: [...(term.matchExpressions ?? []), ...expressions],
    }));
    volume.spec = { ...volume.spec, nodeAffinity: { required: { nodeSelectorTerms } } };
  },
});

/** One label can list several zones. */
const valuesOf = (key: string, label: string): string[] =>
  key.endsWith('/zone') ? [...new Set(label.split('__').map((zone) => zone.trim()))].sort() : [label];
