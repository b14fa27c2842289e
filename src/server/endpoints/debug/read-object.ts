import { badRequest, forbidden } from '../../../api/status.ts';
import type { AuthorizationAttributes } from '../../../authorization/authorizer.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';

/** An object that a request names by its parameters. */
export interface NamedByParameters {
  readonly resource: ServedResource;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * Reads the parameters `resource`, such as `deployments.apps`, `namespace` and `name`.
 * @throws StatusError 400; 403 when the caller may not list the resource
 */
export async function readObject(call: Call): Promise<NamedByParameters> {
  const { searchParams } = call.url;
  const parameter = (key: string) => searchParams.get(key) ?? '';
  const [named, name, given] = [parameter('resource'), parameter('name'), parameter('namespace')];
  if (!named || !name) throw badRequest('the parameters resource and name must name an object');
  const resource = resourceNamed(call, named);
  if (resource.namespaced && !given) throw badRequest(`${resource.resource} are namespaced: namespace is missing`);
  const namespace = resource.namespaced ? given : '';
  if (!(await mayList(call, resource, namespace)))
    throw forbidden(resource, name, `you may not list ${resource.resource}`);
  return { resource, namespace, name };
}

/** Finds a resource by its plural, singular, short name or kind, with or without its group. @throws StatusError 400 */
function resourceNamed({ server: { resources } }: Call, text: string): ServedResource {
  const [name = '', ...group] = text.toLowerCase().split('.');
  const found = resources.resources.find(
    (each) =>
      (group.length === 0 || each.group === group.join('.')) &&
      [each.resource, each.singular, each.kind.toLowerCase(), ...each.shortNames].includes(name),
  );
  const preferred = found && resources.findAnyVersion(found.group, found.resource);
  if (!preferred) throw badRequest(`the server serves no resource named ${text}`);
  return preferred;
}

type Listed = Pick<ServedResource, 'group' | 'version' | 'resource'>;

/** Reports whether the caller may list a resource in a namespace, or everywhere. */
export async function mayList(
  { server, user }: Call,
  { group, version, resource }: Listed,
  namespace = '',
): Promise<boolean> {
  const attributes: AuthorizationAttributes = {
    user,
    verb: 'list',
    isResourceRequest: true,
    namespace,
    group,
    version,
    resource,
    subresource: '',
    name: '',
    path: '',
  };
  // In the past, a caller sees only what the present allows, too.
  for (const authorizer of [server.authorizer, server.present])
    if (authorizer && (await authorizer.authorize(attributes)).decision !== 'allow') return false;
  return true;
}
