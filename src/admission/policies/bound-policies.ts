import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { ADMISSION_REGISTRATION_GROUP } from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';
import type { AdmissionContext } from '../admission-plugin.ts';
import { RememberedCollection } from '../remembered-collection.ts';

export interface BoundPolicy {
  readonly policy: ValidatingAdmissionPolicy;
  /** Sorted by name. */
  readonly bindings: readonly ValidatingAdmissionPolicyBinding[];
}

/** Keyed by the list of policies. The store returns the same list until the collection changes. */
const known = new WeakMap<object, { readonly bindings: object; readonly bound: readonly BoundPolicy[] }>();

export type Policies = RememberedCollection<ValidatingAdmissionPolicy>;

export const policyCollection = ({ reader, dialect }: AdmissionContext): Policies =>
  new RememberedCollection(reader, dialect.rename(ADMISSION_REGISTRATION_GROUP), 'validatingadmissionpolicies');

/** Returns all policies with their bindings, sorted by name. */
export async function readPolicies(
  collection: Policies,
  { reader, dialect }: AdmissionContext,
): Promise<readonly BoundPolicy[]> {
  const policies = await collection.list();
  if (policies.length === 0) return [];
  const group = dialect.rename(ADMISSION_REGISTRATION_GROUP);
  const bindings = await reader.list<ValidatingAdmissionPolicyBinding>(group, 'validatingadmissionpolicybindings');
  const remembered = known.get(policies);
  if (remembered?.bindings === bindings) return remembered.bound;
  const bound = policies.toSorted(byName).map((policy) => ({
    policy,
    bindings: bindings.filter(({ spec }) => spec?.policyName === policy.metadata.name).toSorted(byName),
  }));
  known.set(policies, { bindings, bound });
  return bound;
}

const byName = (left: ApiObject, right: ApiObject): number =>
  (left.metadata.name ?? '') < (right.metadata.name ?? '') ? -1 : 1;
