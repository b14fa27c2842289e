import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { GroupVersionKind } from '../../api/object.ts';

const GROUP_SUFFIX = kubernetesName('.k8s.io');

/** A resource to document; the server's resource table has this shape. */
export interface DocumentedResource {
  readonly group: string;
  readonly version: string;
  /** Plural name, as in the path. */
  readonly resource: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly verbs: ReadonlySet<string>;
  readonly subresources: ReadonlyMap<string, DocumentedSubresource>;
  /** Schema of a custom kind, from its definition. */
  readonly openAPIV3Schema?: Record<string, unknown>;
}
export interface DocumentedSubresource {
  readonly name: string;
  readonly kind: GroupVersionKind;
  readonly verbs: ReadonlySet<string>;
}

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete' | 'head' | 'options';
/** Value of `x-kubernetes-action`. */
export type Action =
  | 'get'
  | 'list'
  | 'post'
  | 'put'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'watch'
  | 'watchlist'
  | 'connect';
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'boolean' | 'integer';
}

/** An operation on a path, independent of the OpenAPI version. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly action: Action;
  readonly kind: GroupVersionKind;
  readonly operationId: string;
  /** Group and version of the path (`apps_v1`), by which generated clients group operations. */
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  /** Kind of the request's body; a patch has none. */
  readonly body?: GroupVersionKind;
  /** Kind of the response; undefined for text and streams. */
  readonly answer?: GroupVersionKind;
}

const text = (...names: string[]): Parameter[] => names.map((name) => ({ name, in: 'query', type: 'string' }));
const flags = (...names: string[]): Parameter[] => names.map((name) => ({ name, in: 'query', type: 'boolean' }));
const numbers = (...names: string[]): Parameter[] => names.map((name) => ({ name, in: 'query', type: 'integer' }));

const SELECTION = [
  ...text('continue', 'fieldSelector', 'labelSelector', 'resourceVersion', 'resourceVersionMatch'),
  ...flags('sendInitialEvents'),
  ...numbers('limit', 'timeoutSeconds'),
];
const LISTING = [...SELECTION, ...text('pretty'), ...flags('allowWatchBookmarks', 'watch')];
const WRITE = text('dryRun', 'fieldManager', 'fieldValidation', 'pretty');
const REMOVAL = [
  ...text('dryRun', 'pretty', 'propagationPolicy'),
  ...numbers('gracePeriodSeconds'),
  ...flags('orphanDependents'),
];
const STREAMS = [...text('container'), ...flags('stderr', 'stdin', 'stdout', 'tty')];

/** Query parameters of subresources whose responses are not objects, by subresource. */
const CONNECTION_QUERY: Readonly<Record<string, readonly Parameter[]>> = {
  attach: STREAMS,
  exec: [...text('command'), ...STREAMS],
  portforward: numbers('ports'),
  proxy: text('path'),
};
const LOG_QUERY = [
  ...text('container', 'pretty'),
  ...flags('follow', 'insecureSkipTLSVerifyBackend', 'previous', 'timestamps'),
  ...numbers('limitBytes', 'sinceSeconds', 'tailLines'),
];

/** The method of an action, the first word of its operation id, and its query parameters. */
const ACTIONS: Readonly<
  Record<Exclude<Action, 'connect'>, { method: Method; word: string; query: readonly Parameter[] }>
> = {
  get: { method: 'get', word: 'read', query: text('pretty') },
  list: { method: 'get', word: 'list', query: LISTING },
  post: { method: 'post', word: 'create', query: WRITE },
  put: { method: 'put', word: 'replace', query: WRITE },
  patch: { method: 'patch', word: 'patch', query: [...WRITE, ...flags('force')] },
  delete: { method: 'delete', word: 'delete', query: REMOVAL },
  deletecollection: { method: 'delete', word: 'deleteCollection', query: [...SELECTION, ...REMOVAL] },
  watch: { method: 'get', word: 'watch', query: LISTING },
  watchlist: { method: 'get', word: 'watch', query: LISTING },
};

type ActionOfVerb = readonly [verb: string, action: Exclude<Action, 'connect'>];
const ITEM_ACTIONS: readonly ActionOfVerb[] = [
  ['get', 'get'],
  ['update', 'put'],
  ['patch', 'patch'],
  ['delete', 'delete'],
];
const COLLECTION_ACTIONS: readonly ActionOfVerb[] = [
  ['list', 'list'],
  ['create', 'post'],
  ['deletecollection', 'deletecollection'],
];
/** Methods of a connection by the verb that allows them. */
const CONNECTION_METHODS: readonly (readonly [verb: string, methods: readonly Method[]])[] = [
  ['get', ['get']],
  ['create', ['post']],
  ['update', ['put']],
  ['patch', ['patch']],
  ['delete', ['delete', 'head', 'options']],
];

const META: Pick<GroupVersionKind, 'group' | 'version'> = { group: '', version: 'v1' };
const STATUS = { ...META, kind: 'Status' };
const DELETE_OPTIONS = { ...META, kind: 'DeleteOptions' };
const WATCH_EVENT = { ...META, kind: 'WatchEvent' };

/** The common properties of all operations on a path. */
interface Place {
  readonly resource: DocumentedResource;
  readonly path: string;
  /** Follows the action in operation ids: `NamespacedPodStatus`, `PodForAllNamespaces`. */
  readonly noun: string;
  readonly kind: GroupVersionKind;
}

/** Returns all operations on a resource and its subresources. */
export function operationsOf(resource: DocumentedResource, dialect: Dialect): readonly Operation[] {
  const { group, version, namespaced, verbs } = resource;
  const root = group ? `/apis/${group}/${version}` : `/api/${version}`;
  const collection = `${namespaced ? '/namespaces/{namespace}' : ''}/${resource.resource}`;
  const noun = `${namespaced ? 'Namespaced' : ''}${resource.kind}`;
  const kind = { group, version, kind: resource.kind };
  const at = (path: string, name: string): Place => ({ resource, path: root + path, noun: name, kind });
  const has = ([verb]: ActionOfVerb): boolean => verbs.has(verb);
  const lists = namespaced && verbs.has('list');
  return [
    ...(lists ? [operation(at(`/${resource.resource}`, `${resource.kind}ForAllNamespaces`), 'list', dialect)] : []),
    ...COLLECTION_ACTIONS.filter(has).map(([, action]) => operation(at(collection, noun), action, dialect)),
    ...ITEM_ACTIONS.filter(has).map(([, action]) => operation(at(`${collection}/{name}`, noun), action, dialect)),
    ...[...resource.subresources.values()].flatMap((subresource) =>
      subresourceOperations(at(`${collection}/{name}/${subresource.name}`, noun), subresource, dialect),
    ),
    ...watchOperations(resource, at, collection, noun, dialect),
  ];
}

/** Returns the deprecated operations under `/watch/`, which generated clients use; custom resources have none. */
function watchOperations(
  { resource, kind, namespaced, verbs, openAPIV3Schema }: DocumentedResource,
  at: (path: string, noun: string) => Place,
  collection: string,
  noun: string,
  dialect: Dialect,
): readonly Operation[] {
  if (!verbs.has('watch') || openAPIV3Schema) return [];
  const everywhere = at(`/watch/${resource}`, `${kind}ListForAllNamespaces`);
  return [
    operation(at(`/watch${collection}`, `${noun}List`), 'watchlist', dialect),
    operation(at(`/watch${collection}/{name}`, noun), 'watch', dialect),
    ...(namespaced ? [operation(everywhere, 'watchlist', dialect)] : []),
  ];
}

function subresourceOperations(place: Place, subresource: DocumentedSubresource, dialect: Dialect): Operation[] {
  const { name, kind, verbs } = subresource;
  const noun = place.noun + capitalized(name);
  const query = CONNECTION_QUERY[name];
  if (query) return connectOperations({ ...place, noun, kind }, subresource, query, dialect);
  return [...ITEM_ACTIONS, ['create', 'post'] as const]
    .filter(([verb]) => verbs.has(verb))
    .map(([, action]) => {
      const { answer, ...written } = operation({ ...place, noun, kind }, action, dialect);
      const isText = name === 'log';
      return isText
        ? { ...written, parameters: [...pathParameters(place.path), ...LOG_QUERY] }
        : { ...written, ...(answer ? { answer: kind } : {}) };
    });
}

/** Returns all operations of a connection to a pod, node or service; proxies also have the paths below them. */
function connectOperations(
  place: Place,
  { name, verbs }: DocumentedSubresource,
  query: readonly Parameter[],
  dialect: Dialect,
): Operation[] {
  const withPath = { ...place, path: `${place.path}/{path}`, noun: `${place.noun}WithPath` };
  const places = name === 'proxy' ? [place, withPath] : [place];
  const methods = CONNECTION_METHODS.flatMap(([verb, allowed]) => (verbs.has(verb) ? allowed : []));
  return places.flatMap(({ resource, path, noun, kind }) =>
    methods.map((method) => ({
      path,
      method,
      action: 'connect' as const,
      kind,
      ...names(resource, 'connect', capitalized(method) + noun, dialect),
      parameters: [...pathParameters(path), ...query],
    })),
  );
}

function operation(
  { resource, path, noun, kind }: Place,
  action: Exclude<Action, 'connect'>,
  dialect: Dialect,
): Operation {
  const { method, word, query } = ACTIONS[action];
  const isRemoval = action === 'delete' || action === 'deletecollection';
  const body = isRemoval ? DELETE_OPTIONS : action === 'post' || action === 'put' ? kind : undefined;
  const [verb = '', ...rest] = word.split(/(?=[A-Z])/);
  return {
    path,
    method,
    action,
    kind,
    ...names(resource, verb, rest.join('') + noun, dialect),
    parameters: [...pathParameters(path), ...query],
    ...(body ? { body } : {}),
    answer: answerOf(action, kind, resource.listKind),
  };
}

function answerOf(action: Action, kind: GroupVersionKind, listKind: string): GroupVersionKind {
  if (action === 'delete' || action === 'deletecollection') return STATUS;
  if (action === 'watch' || action === 'watchlist') return WATCH_EVENT;
  return action === 'list' ? { ...kind, kind: listKind } : kind;
}

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path', type: 'string' }));

/** Returns the operation id and tag as the real server forms them: `patchAppsV1NamespacedDeployment` in `apps_v1`. */
function names({ group, version }: DocumentedResource, verb: string, noun: string, dialect: Dialect) {
  const suffix = dialect.rename(GROUP_SUFFIX);
  const short = group.endsWith(suffix) ? group.slice(0, -suffix.length) : group || 'core';
  const words = short.split(/[^A-Za-z0-9]+/).map(capitalized);
  const [first = '', ...others] = words;
  return {
    operationId: verb + words.join('') + capitalized(version) + noun,
    tag: `${first.charAt(0).toLowerCase()}${first.slice(1)}${others.join('')}_${version}`,
  };
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
