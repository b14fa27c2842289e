import { required } from '../../../../api/field-error.ts';
import type {
  Affinity,
  NodeAffinity,
  PodAffinity,
  PodAffinityTerm,
  PodAntiAffinity,
  PreferredSchedulingTerm,
  WeightedPodAffinityTerm,
} from '../../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isQualifiedName } from '../../../../api/names.ts';
import { invalidFor } from '../../../field-validation.ts';
import { validateLabelSelector } from '../../../label-selector-validation.ts';
import { checkMembers } from '../../../member-rules.ts';
import { validateNodeSelector, validateNodeSelectorTerm } from '../../node/node-selector.ts';

const NOT_A_WEIGHT = 'must be in the range 1-100';
const WEIGHT = { minimum: [1, NOT_A_WEIGHT], maximum: [100, NOT_A_WEIGHT] } as const;

const validateTerm = checkMembers<PodAffinityTerm>({
  labelSelector: validateLabelSelector,
  namespaceSelector: validateLabelSelector,
  namespaces: {
    shownAs: 'namespace',
    check: (names, field) => names.flatMap((name) => invalidFor(field, name, isDns1123Label(name))),
  },
  topologyKey: (key, field) => [
    ...(key ? [] : [required(field, 'can not be empty')]),
    ...invalidFor(field, key, isQualifiedName(key)),
  ],
});

const validatePodAffinity = checkMembers<PodAffinity | PodAntiAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: { each: validateTerm },
  preferredDuringSchedulingIgnoredDuringExecution: {
    each: checkMembers<WeightedPodAffinityTerm>({ weight: WEIGHT, podAffinityTerm: validateTerm }),
  },
});

export const validateAffinity = checkMembers<Affinity>({
  nodeAffinity: checkMembers<NodeAffinity>({
    requiredDuringSchedulingIgnoredDuringExecution: validateNodeSelector,
    preferredDuringSchedulingIgnoredDuringExecution: {
      each: checkMembers<PreferredSchedulingTerm>({ weight: WEIGHT, preference: validateNodeSelectorTerm }),
    },
  }),
  podAffinity: validatePodAffinity,
  podAntiAffinity: validatePodAffinity,
});
