import { checkPolicyTypes, type TypedKind } from '../../admission/policies/check-policy-types.ts';
import {
  ADMISSION_REGISTRATION_GROUP,
  API_EXTENSIONS_GROUP,
  API_REGISTRATION_GROUP,
} from '../../api/kubernetes-names.ts';
import { type GroupVersionKind, parseApiVersion } from '../../api/object.ts';
import type { PolicyTypeChecker } from '../../api/ports/policy-type-checker.ts';
import { typeOfKind } from '../../cel/typing/kind-type.ts';
import type { ObjectType } from '../../cel/typing/types.ts';
import { matchedKinds } from '../catalog/matched-kinds.ts';
import type { ServerContext } from '../context/server-context.ts';

type Parts = Pick<ServerContext, 'clock' | 'dialect' | 'features' | 'resources' | 'schemas'>;

/** Groups whose kinds the real server's type checker does not know. */
const UNTYPED_GROUPS = [API_EXTENSIONS_GROUP, API_REGISTRATION_GROUP];

/** Creates the type check behind the status of policies; undefined when policies are not served. */
export function createPolicyTypeChecker(parts: Parts): PolicyTypeChecker | undefined {
  const group = parts.dialect.rename(ADMISSION_REGISTRATION_GROUP);
  const isServed = parts.resources.find(group, 'v1beta1', 'validatingadmissionpolicies') !== undefined;
  if (!isServed || !parts.features.enabled('ValidatingAdmissionPolicy')) return undefined;
  return (policy) => {
    const { matchConstraints, paramKind } = policy.spec ?? {};
    const kinds = matchedKinds(matchConstraints?.resourceRules ?? [], parts.resources.resources).flatMap(
      (kind): TypedKind[] => {
        const type = typeOf(kind, parts);
        return type ? [{ ...kind, type }] : [];
      },
    );
    const { apiVersion = '', kind = '' } = paramKind ?? {};
    return checkPolicyTypes(policy, kinds, typeOf({ ...parseApiVersion(apiVersion), kind }, parts));
  };
}

/**
 * Returns the type of a built-in kind, with a unique name derived from the time in nanoseconds, as on the real server.
 */
function typeOf(kind: GroupVersionKind, { clock, dialect, schemas }: Parts): ObjectType | undefined {
  if (UNTYPED_GROUPS.some((group) => dialect.rename(group) === kind.group)) return undefined;
  const schema = schemas.schemaOf(kind);
  if (!schema || schema.structural) return undefined;
  return typeOfKind(schema, `${kind.kind}${(clock.now() % 1000) * 1_000_000}`);
}
