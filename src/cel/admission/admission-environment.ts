import { BoundedMap } from '../../api/memory/bounded-map.ts';
import { type Compilation, compileExpression } from '../compile-expression.ts';
import { type Environment, withVariables } from '../expression-environment.ts';
import { kubernetesEnvironment } from '../kubernetes-libraries.ts';
import { AUTHORIZER_TYPE, RESOURCE_CHECK_TYPE } from '../library/authorizer-library.ts';
import {
  BOOL,
  DYN,
  INT,
  listOf,
  mapOf,
  type ObjectType,
  objectType,
  STRING,
  TIMESTAMP,
  type Type,
} from '../typing/types.ts';

const STRINGS = listOf(STRING);

const GROUP_VERSION_KIND = objectType('kubernetes.GroupVersionKind', { group: STRING, version: STRING, kind: STRING });
const GROUP_VERSION_RESOURCE = objectType('kubernetes.GroupVersionResource', {
  group: STRING,
  version: STRING,
  resource: STRING,
});

/** The type of `request`: an AdmissionRequest without its objects. */
const REQUEST_TYPE: ObjectType = objectType('kubernetes.AdmissionRequest', {
  kind: GROUP_VERSION_KIND,
  resource: GROUP_VERSION_RESOURCE,
  subResource: STRING,
  requestKind: GROUP_VERSION_KIND,
  requestResource: GROUP_VERSION_RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: objectType('kubernetes.UserInfo', {
    username: STRING,
    uid: STRING,
    groups: STRINGS,
    extra: mapOf(STRING, STRINGS),
  }),
  dryRun: BOOL,
  options: DYN,
});

/** The type of `namespaceObject`: a Namespace without its managed fields and owners. */
const NAMESPACE_TYPE: ObjectType = objectType('kubernetes.Namespace', {
  metadata: objectType('kubernetes.NamespaceMetadata', {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: mapOf(STRING, STRING),
    annotations: mapOf(STRING, STRING),
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: STRINGS,
  }),
  spec: objectType('kubernetes.NamespaceSpec', { finalizers: STRINGS }),
  status: objectType('kubernetes.NamespaceStatus', {
    conditions: listOf(
      objectType('kubernetes.NamespaceCondition', {
        status: STRING,
        type: STRING,
        lastTransitionTime: TIMESTAMP,
        message: STRING,
        reason: STRING,
      }),
    ),
    phase: STRING,
  }),
});

/** Which of the optional variables are declared. */
export interface AdmissionVariables {
  readonly params: boolean;
  readonly authorizer: boolean;
  /** Names of a policy's `variables`; undefined when it has none. */
  readonly variables?: readonly string[];
}

/**
 * Returns the environment of admission expressions. Objects are untyped by default, because a policy may match any
 * kind.
 */
export const admissionEnvironment = (
  { params, authorizer, variables }: AdmissionVariables,
  objects: { readonly object: Type; readonly params: Type } = { object: DYN, params: DYN },
  base = kubernetesEnvironment(),
): Environment =>
  withVariables(base, {
    object: objects.object,
    oldObject: objects.object,
    request: REQUEST_TYPE,
    namespaceObject: NAMESPACE_TYPE,
    ...(params ? { params: objects.params } : {}),
    ...(variables ? { variables: variablesType(variables) } : {}),
    ...(authorizer
      ? {
          authorizer: { kind: 'opaque', name: AUTHORIZER_TYPE } as const,
          'authorizer.requestResource': { kind: 'opaque', name: RESOURCE_CHECK_TYPE } as const,
        }
      : {}),
  });

/** Returns the environment of a policy's variables, each of which is declared after its expression was compiled. */
export function growingEnvironment(params: boolean): {
  readonly environment: Environment;
  declare(name: string): void;
} {
  // A new environment for each variable would take quadratic time.
  const type = variablesType([]);
  const fields = new Map(type.fields);
  const environment = withVariables(admissionEnvironment({ params, authorizer: true }), {
    variables: { ...type, fields },
  });
  return { environment, declare: (name) => void fields.set(name, { type: DYN, member: name }) };
}

const variablesType = (names: readonly string[]): ObjectType =>
  objectType('kubernetes.variables', Object.fromEntries(names.map((name) => [name, DYN])));

const conditions = new BoundedMap<string, Compilation>(1000);

/** Compiles a webhook's match condition, which decides whether the webhook is called. */
export function compileMatchCondition(expression: string): Compilation {
  const known = conditions.get(expression);
  if (known) return known;
  const environment = admissionEnvironment({ params: false, authorizer: true });
  const compiled = compileExpression(expression, environment, ['bool']);
  conditions.set(expression, compiled);
  return compiled;
}
