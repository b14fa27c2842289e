import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import bootstrapRows from '../../schema/data/bootstrap-objects.json' with { type: 'json' };
import controllerObjects from '../../schema/data/controllers.generated.json' with { type: 'json' };
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { createAsServer } from '../write/server-writes.ts';

/** Namespaces that every cluster has. */
const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

interface BootstrapRow {
  name: string;
  namespace?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

interface BootstrapObject {
  readonly resource: ServedResource;
  readonly object: ApiObject;
}

const byName = (a: BootstrapRow, b: BootstrapRow): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

/** Objects of a new cluster by the camel-case name of their resource. Includes the roles of controllers. */
const BOOTSTRAP_ROWS: Readonly<Record<string, readonly BootstrapRow[]>> = {
  ...bootstrapRows,
  clusterRoles: [...bootstrapRows.clusterRoles, ...controllerObjects.clusterRoles].sort(byName),
  clusterRoleBindings: [...bootstrapRows.clusterRoleBindings, ...controllerObjects.clusterRoleBindings].sort(byName),
};

/** Creates the missing objects of a new cluster: namespaces, roles and bindings, priority classes and levels, flow schemas. */
export async function bootstrap(server: ServerContext): Promise<void> {
  const namespaces = server.resources.find('', 'v1', 'namespaces');
  const all = [
    ...(namespaces ? NAMESPACES.map((name) => ({ resource: namespaces, object: namespaceObject(name) })) : []),
    ...bootstrapObjects(server),
  ];
  await Promise.all(all.map(({ resource, object }) => createAsServer(server, resource, object)));
}

/** Returns the objects of a new cluster, apart from its namespaces. */
export function bootstrapObjects({ dialect, resources }: ServerContext): readonly BootstrapObject[] {
  const rows = dialect.renameAll(BOOTSTRAP_ROWS);
  return resources.resources.flatMap((resource) =>
    (rows[camelCaseName(resource)] ?? []).map((row) => ({ resource, object: objectOf(resource, row) })),
  );
}

/** The name of a resource's list in the data: `clusterRoleBindings`. Empty for versions that are not stored. */
const camelCaseName = ({ kind, version, storageVersion, resource }: ServedResource): string =>
  version === storageVersion
    ? `${kind[0]?.toLowerCase()}${kind.slice(1)}${resource.endsWith('sses') ? 'es' : 's'}`
    : '';

function objectOf(
  resource: ServedResource,
  { name, namespace, labels, annotations, ...rest }: BootstrapRow,
): ApiObject {
  const metadata = {
    name,
    ...(namespace ? { namespace } : {}),
    ...(labels ? { labels } : {}),
    ...(annotations ? { annotations } : {}),
  };
  return { kind: resource.kind, apiVersion: apiVersionOf(resource.group, resource.version), metadata, ...rest };
}

const namespaceObject = (name: string): ApiObject => ({ kind: 'Namespace', apiVersion: 'v1', metadata: { name } });
