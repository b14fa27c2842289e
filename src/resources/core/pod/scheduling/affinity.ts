import { type FieldError, invalid, required } from '../../../../api/field-error.ts';
import type {
  Affinity,
  NodeAffinity,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
} from '../../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isQualifiedName } from '../../../../api/names.ts';
import { invalidFor } from '../../../field-validation.ts';
import { validateLabelSelector } from '../../../label-selector-validation.ts';
import { validateNodeSelector, validateNodeSelectorTerm } from '../../node/node-selector.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

export function validateAffinity(affinity: Affinity | undefined, field: string): FieldError[] {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity ?? {};
  return [
    ...(nodeAffinity ? validateNodeAffinity(nodeAffinity, `${field}.nodeAffinity`) : []),
    ...(podAffinity ? validatePodAffinity(podAffinity, `${field}.podAffinity`) : []),
    ...(podAntiAffinity ? validatePodAffinity(podAntiAffinity, `${field}.podAntiAffinity`) : []),
  ];
}

const validateWeight = (weight: number, field: string): FieldError[] =>
  weight <= 0 || weight > 100 ? [invalid(`${field}.weight`, weight, 'must be in the range 1-100')] : [];

function validateNodeAffinity(affinity: NodeAffinity, field: string): FieldError[] {
  const selector = affinity[REQUIRED];
  return [
    ...(selector ? validateNodeSelector(selector, `${field}.${REQUIRED}`) : []),
    ...(affinity[PREFERRED] ?? []).flatMap(({ weight, preference }, index) => {
      const path = `${field}.${PREFERRED}[${index}]`;
      return [...validateWeight(weight, path), ...validateNodeSelectorTerm(preference, `${path}.preference`)];
    }),
  ];
}

const validatePodAffinity = (affinity: PodAffinity | PodAntiAffinity, field: string): FieldError[] => [
  ...(affinity[REQUIRED] ?? []).flatMap((term, index) => validateTerm(term, `${field}.${REQUIRED}[${index}]`)),
  ...(affinity[PREFERRED] ?? []).flatMap(({ weight, podAffinityTerm }, index) => {
    const path = `${field}.${PREFERRED}[${index}]`;
    return [...validateWeight(weight, path), ...validateTerm(podAffinityTerm, `${path}.podAffinityTerm`)];
  }),
];

function validateTerm(term: PodAffinityTerm, field: string): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces, topologyKey } = term;
  return [
    ...validateLabelSelector(labelSelector, `${field}.labelSelector`),
    ...validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`),
    ...(namespaces ?? []).flatMap((name) => invalidFor(`${field}.namespace`, name, isDns1123Label(name))),
    ...(topologyKey ? [] : [required(`${field}.topologyKey`, 'can not be empty')]),
    ...invalidFor(`${field}.topologyKey`, topologyKey, isQualifiedName(topologyKey)),
  ];
}
