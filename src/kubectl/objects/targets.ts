import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import type { AnyObject, Invocation } from '../command.ts';
import { CommandError, failure } from '../command-error.ts';
import { listAll } from './list-all.ts';
import { readManifests } from './manifests.ts';
import { typeNamed, typeOfObject, typesNamed } from './resource-types.ts';

/** What an argument addresses: an object, or a collection. */
export interface Target {
  readonly resource: DiscoveredResource;
  /** Undefined for cluster-scoped resources and for all namespaces. */
  readonly namespace: string | undefined;
  /** Undefined for a collection. */
  readonly name: string | undefined;
  /** The object of a manifest, and its name in messages. */
  readonly object?: AnyObject;
  readonly source?: string;
}

export const addressOf = ({ resource, namespace, name }: Target, subresource?: string): ResourceAddress => ({
  group: resource.group,
  version: resource.version,
  resource: resource.resource,
  ...(namespace === undefined ? {} : { namespace }),
  ...(name === undefined ? {} : { name }),
  ...(subresource ? { subresource } : {}),
});

/** Returns the target of an object that was read. */
export const targetOf = (resource: DiscoveredResource, { metadata }: AnyObject): Target => ({
  resource,
  namespace: metadata.namespace,
  name: metadata.name,
});

/** What a command accepts besides the names of objects. */
interface TargetRules {
  /** A type without names stands for all its objects. */
  readonly allowsCollections?: boolean;
  /** Manifests may leave the choice of the name to the server. */
  readonly allowsGeneratedNames?: boolean;
  /** `--selector` does not select the objects of the command. */
  readonly ignoresSelector?: boolean;
}

const selectorIn = ({ flags }: Invocation): string =>
  flags.text('selector').trim() || flags.text('field-selector').trim();

/**
 * Resolves arguments: `TYPE[,TYPE]`, `TYPE NAME…`, `TYPE/NAME…`, and the files of `--filename`. An empty name would address
 * the whole collection, so it is rejected.
 * @throws CommandError
 */
export async function targetsOf(
  invocation: Invocation,
  args: readonly string[] = invocation.flags.args,
  rules: TargetRules = {},
): Promise<Target[]> {
  const { flags, environment } = invocation;
  if (flags.has('filename')) {
    if (args.length > 0)
      throw failure('when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well');
    return manifestTargets(invocation, rules);
  }
  const selector = rules.ignoresSelector ? '' : selectorIn(invocation);
  if (!rules.allowsCollections) requireResource(invocation, undefined, args, selector);
  const isSelected = selector !== '' || flags.is('all');
  const isEverywhere = flags.is('all-namespaces');
  const place = ({ namespaced }: DiscoveredResource): string | undefined =>
    namespaced && !isEverywhere ? invocation.namespace : undefined;
  const named = (resource: DiscoveredResource, name: string): Target => {
    if (name === '') throw failure('resource name may not be empty');
    if (isEverywhere && resource.namespaced)
      throw failure('a resource cannot be retrieved by name across all namespaces');
    return { resource, namespace: place(resource), name };
  };
  const [first = '', ...names] = args;
  if (args.some((arg) => arg.includes('/'))) {
    const plain = args.find((arg) => !arg.includes('/'));
    if (plain !== undefined)
      throw failure(
        "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
      );
    if (isSelected) throw failure('selectors and the all flag cannot be used when passing resource/name arguments');
    return Promise.all(args.map((arg) => namedTarget(invocation, arg, named)));
  }
  const types = await typesNamed(environment, first);
  if (names.length > 0 && isSelected) throw failure('name cannot be provided when a selector is specified');
  return types.flatMap((resource): Target[] =>
    names.length > 0
      ? names.map((name) => named(resource, name))
      : [{ resource, namespace: place(resource), name: undefined }],
  );
}

async function namedTarget(
  { environment }: Invocation,
  arg: string,
  named: (resource: DiscoveredResource, name: string) => Target,
): Promise<Target> {
  const [type = '', name = '', ...rest] = arg.split('/');
  if (type === '' || name === '' || rest.length > 0)
    throw failure(`arguments in resource/name form must have a single resource and name`);
  return named(await typeNamed(environment, type), name);
}

async function manifestTargets(invocation: Invocation, { allowsGeneratedNames }: TargetRules): Promise<Target[]> {
  const { environment, flags } = invocation;
  const objects = await readManifests(invocation);
  const selector = parseLabelSelector(flags.text('selector'));
  const targets: Target[] = [];
  for (const { object, source } of objects) {
    if (!selector.matches(object.metadata.labels)) continue;
    const resource = await typeOfObject(environment, object, source);
    const { namespace: given, name } = object.metadata;
    if (!name && !allowsGeneratedNames) throw failure('resource name may not be empty');
    if (given && flags.has('namespace') && resource.namespaced && given !== invocation.namespace)
      throw failure(
        `the namespace from the provided object ${JSON.stringify(given)} does not match the namespace ${JSON.stringify(invocation.namespace)}. You must pass '--namespace=${given}' to perform this operation.`,
      );
    const namespace = resource.namespaced ? (given ?? invocation.namespace) : undefined;
    const placed = namespace === undefined ? object : { ...object, metadata: { ...object.metadata, namespace } };
    targets.push({ resource, namespace, name, object: placed, source });
  }
  return targets;
}

/** Returns the options of a list from `--selector` and `--field-selector`. */
export const selectorsOf = ({ flags }: Invocation) => ({
  ...(flags.text('selector') ? { labelSelector: flags.text('selector') } : {}),
  ...(flags.text('field-selector') ? { fieldSelector: flags.text('field-selector') } : {}),
});

/** An object that was read, and its resource. */
export interface FoundObject {
  readonly resource: DiscoveredResource;
  readonly object: AnyObject;
  readonly target: Target;
}

/** Reads the objects of targets, collections included. @throws ApiError */
export async function readObjects(invocation: Invocation, targets: readonly Target[]): Promise<FoundObject[]> {
  const { client } = invocation;
  const found: FoundObject[] = [];
  for (const target of targets) {
    const { resource } = target;
    if (target.name !== undefined) {
      const object = await client.get<AnyObject>(addressOf(target));
      found.push({ resource, object, target });
    } else {
      for (const object of await listAll(client, resource, target.namespace, selectorsOf(invocation)))
        found.push({ resource, object, target: targetOf(resource, object) });
    }
  }
  return found;
}

/** Fails unless a command has a resource to work on: objects with names, selected ones, or all of a type by `--all`. */
export function requireResource(
  invocation: Invocation,
  message = 'resource(s) were provided, but no name was specified',
  args: readonly string[] = invocation.flags.args,
  selector = selectorIn(invocation),
): void {
  const { flags } = invocation;
  if (flags.has('filename')) return;
  if (args.length === 0)
    throw new CommandError(
      "error: You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'",
    );
  const isNamed = args.length > 1 || args.some((arg) => arg.includes('/'));
  if (!isNamed && selector === '' && !flags.is('all')) throw failure(message);
}
