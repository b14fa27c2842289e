import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { AUTHENTICATION_GROUP } from '../../api/kubernetes-names.ts';
import { type DiscoveredResource, type Discovery, findServedKind } from '../../client/discovery.ts';
import type { AnyObject, CommandEnvironment } from '../command.ts';
import { CommandError, failure } from '../command-error.ts';

/** Finds a resource by its plural, singular or short name, which may end with its group, or its version and group. */
export function findType({ resources }: Discovery, text: string): DiscoveredResource | undefined {
  const [name = '', ...rest] = text.toLowerCase().split('.');
  const suffix = rest.join('.');
  const isNamed = (each: DiscoveredResource): boolean =>
    each.resource === name || each.kind.toLowerCase() === name || each.shortNames.includes(name);
  const matches = resources.filter(
    (each) =>
      isNamed(each) &&
      (suffix === '' ||
        suffix === each.group ||
        suffix === (each.group ? `${each.version}.${each.group}` : each.version)),
  );
  // Names take precedence over short names of other resources.
  const exact = matches.filter(({ shortNames }) => !shortNames.includes(name));
  const candidates = exact.length > 0 ? exact : matches;
  return candidates.find(({ preferred }) => preferred) ?? candidates[0];
}

/** Returns the resource of a name; discovery is read again before it fails. @throws CommandError */
export async function typeNamed(environment: CommandEnvironment, text: string): Promise<DiscoveredResource> {
  const found = findType(await environment.discovery(), text) ?? findType(await environment.discovery(true), text);
  if (!found) throw failure(`the server doesn't have a resource type ${JSON.stringify(text)}`);
  return found;
}

/** Returns the resources of comma-separated names and categories, such as `all`. @throws CommandError */
export async function typesNamed(environment: CommandEnvironment, text: string): Promise<DiscoveredResource[]> {
  const found: DiscoveredResource[] = [];
  for (const name of text.split(',')) {
    const { resources } = await environment.discovery();
    const members = resources.filter(({ categories, preferred }) => preferred && categories.includes(name));
    if (members.length > 0) found.push(...members);
    else found.push(await typeNamed(environment, name));
  }
  return [...new Set(found)];
}

/** Returns the resource of an object in a manifest. @throws CommandError when it is not served */
export async function typeOfObject(
  environment: CommandEnvironment,
  object: AnyObject,
  source: string,
): Promise<DiscoveredResource> {
  const found =
    findServedKind(await environment.discovery(), object) ?? findServedKind(await environment.discovery(true), object);
  if (found) return found;
  const { name = '', namespace = '' } = object.metadata;
  throw new CommandError(
    `error: resource mapping not found for name: ${JSON.stringify(name)} namespace: ${JSON.stringify(namespace)} from ${JSON.stringify(source)}: no matches for kind ${JSON.stringify(object.kind)} in version ${JSON.stringify(object.apiVersion)}\nensure CRDs are installed first`,
  );
}

/** Returns the kind, version and group of an object as messages of kubectl write them: `apps/v1, Kind=Deployment`. */
export function kindText({ group, version, kind }: DiscoveredResource): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** The groups for which kubectl has types. */
const KNOWN_GROUPS = [
  kubernetesName(''),
  kubernetesName('admissionregistration.k8s.io'),
  kubernetesName('apps'),
  AUTHENTICATION_GROUP,
  kubernetesName('authorization.k8s.io'),
  kubernetesName('autoscaling'),
  kubernetesName('batch'),
  kubernetesName('certificates.k8s.io'),
  kubernetesName('coordination.k8s.io'),
  kubernetesName('discovery.k8s.io'),
  kubernetesName('events.k8s.io'),
  kubernetesName('flowcontrol.apiserver.k8s.io'),
  kubernetesName('internal.apiserver.k8s.io'),
  kubernetesName('networking.k8s.io'),
  kubernetesName('node.k8s.io'),
  kubernetesName('policy'),
  kubernetesName('rbac.authorization.k8s.io'),
  kubernetesName('resource.k8s.io'),
  kubernetesName('scheduling.k8s.io'),
  kubernetesName('storage.k8s.io'),
];

/** Reports whether kubectl has no type for a resource, so that strategic patches and descriptions do not apply. */
export function isCustom({ group }: Pick<DiscoveredResource, 'group'>, dialect: Dialect): boolean {
  return !KNOWN_GROUPS.some((name) => dialect.rename(name) === group);
}

/** Returns the name of a resource's kind in messages: `deployment.apps`. */
export const groupKindOf = ({ group, kind }: Pick<DiscoveredResource, 'group' | 'kind'>): string =>
  `${kind.toLowerCase()}${group ? `.${group}` : ''}`;
