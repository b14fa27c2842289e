import { type Dialect, type KubernetesName, kubernetesName } from '../api/dialect.ts';
import { API_EXTENSIONS_GROUP, API_REGISTRATION_GROUP } from '../api/kubernetes-names.ts';
import { apiVersionOf, type GroupVersionKind } from '../api/object.ts';
import { definitions } from './definitions.ts';

const SCHEMES: readonly (readonly [group: KubernetesName, scheme: KubernetesName])[] = [
  [API_EXTENSIONS_GROUP, kubernetesName('k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go:56')],
  [API_REGISTRATION_GROUP, kubernetesName('k8s.io/kube-aggregator/pkg/apiserver/scheme/scheme.go:30')],
];
const SCHEME = kubernetesName('k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30');

const keyOf = ({ group, version, kind }: GroupVersionKind): string => `${apiVersionOf(group, version)} ${kind}`;

/** Kinds of meta/v1 that every group version includes. */
const META_KINDS = [
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
];

/** Kind (`apps/v1 Deployment`) → the internal type that all its versions are converted to (`apps.Deployment`). */
type InternalTypes = ReadonlyMap<string, string>;

function internalTypes(dialect: Dialect): InternalTypes {
  const internal = new Map([['v1 List', 'core.List']]);
  for (const [name, { kinds = [] }] of Object.entries(definitions)) {
    for (const [group = '', version = '', kind = ''] of kinds) {
      internal.set(dialect.renameText(keyOf({ group, version, kind })), `${name.split('.')[0]}.${kind}`);
      for (const meta of META_KINDS) {
        internal.set(dialect.renameText(keyOf({ group, version, kind: meta })), `internalversion.${meta}`);
      }
    }
  }
  for (const [name, { twins = [] }] of Object.entries(definitions)) {
    const [packageName = '', , kind = ''] = name.split('.');
    for (const apiVersion of twins) internal.set(dialect.renameText(`${apiVersion} ${kind}`), `${packageName}.${kind}`);
  }
  return internal;
}

const byDialect = new WeakMap<Dialect, InternalTypes>();

/**
 * Compares the kind of a body with the expected kind of the request. Undefined when they are equal; `versionDiffers`
 * when only the version differs; otherwise `refusal` holds the decoder's message.
 */
export function kindMismatch(
  actual: GroupVersionKind,
  expected: GroupVersionKind,
  dialect: Dialect,
): { refusal?: string; versionDiffers?: boolean } | undefined {
  if (keyOf(actual) === keyOf(expected)) return undefined;
  const internal = byDialect.get(dialect) ?? internalTypes(dialect);
  byDialect.set(dialect, internal);
  const [from, to] = [internal.get(keyOf(actual)), internal.get(keyOf(expected))];
  if (!from) {
    const scheme = SCHEMES.find(([group]) => dialect.rename(group) === expected.group)?.[1] ?? SCHEME;
    const version = apiVersionOf(actual.group, actual.version);
    const text = `no kind "${actual.kind}" is registered for version "${version}" in scheme "${dialect.rename(scheme)}"`;
    return { refusal: text };
  }
  if (from === to) return { versionDiffers: true };
  const version = META_KINDS.includes(actual.kind) ? 'v1' : actual.version;
  return { refusal: `converting (${version}.${actual.kind}) to (${to}): unknown conversion` };
}
