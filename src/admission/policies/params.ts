import type { ParamKind, ParamRef } from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { type ApiObject, type GroupVersionKind, parseApiVersion } from '../../api/object.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import type { AdmissionContext } from '../admission-plugin.ts';

/** A misconfiguration that prevents enforcement of a policy or binding. */
export class ConfigurationError extends Error {}

/** Returns the kind of a policy's params. */
export const kindOf = ({ apiVersion = '', kind = '' }: ParamKind): GroupVersionKind => ({
  ...parseApiVersion(apiVersion),
  kind,
});

/** @throws ConfigurationError when the kind is not served */
export function requireParamKind(kind: GroupVersionKind, { kinds }: AdmissionContext) {
  const found = kinds.resourceOf(kind);
  if (found) return found;
  const shown = `${kind.group}/${kind.version}, Kind=${kind.kind}`;
  throw new ConfigurationError(`failed to find resource referenced by paramKind: '${shown}'`);
}

/**
 * Returns the objects to evaluate a policy with, in order.
 * @param namespace the request's namespace, searched unless the binding sets another
 * @throws ConfigurationError
 */
export async function findParams(
  paramKind: ParamKind,
  paramRef: ParamRef,
  namespace: string,
  context: AdmissionContext,
): Promise<readonly ApiObject[]> {
  const kind = kindOf(paramKind);
  const { resource, isNamespaced } = requireParamKind(kind, context);
  if (!isNamespaced && paramRef.namespace) {
    throw new ConfigurationError('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const place = isNamespaced ? paramRef.namespace || namespace : '';
  if (isNamespaced && place === '') {
    throw new ConfigurationError(
      'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
    );
  }
  const found = await look(paramRef, resource.group, resource.resource, place, context);
  if (found.length === 0 && paramRef.parameterNotFoundAction === 'Deny') {
    throw new ConfigurationError('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return Promise.all(found.map((object) => context.kinds.convert(object, kind)));
}

async function look(
  { name, selector }: ParamRef,
  group: string,
  resource: string,
  namespace: string,
  { reader }: AdmissionContext,
): Promise<readonly ApiObject[]> {
  if (name) {
    const object = await reader.get<ApiObject>(group, resource, namespace, name);
    return object ? [object] : [];
  }
  const wanted = labelSelectorFromObject(selector ?? {});
  const all = await reader.list<ApiObject>(group, resource, namespace);
  return all.filter(({ metadata }) => wanted.matches(metadata.labels));
}
