import { apiVersionOf, type GroupVersionKind } from '../api/object.ts';

/** A resource as the documents describe it; the server's own rows have this shape. */
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
  /** Schema of a custom kind, as its definition gives it. */
  readonly openAPIV3Schema?: Record<string, unknown>;
}
export interface DocumentedSubresource {
  readonly name: string;
  readonly kind: GroupVersionKind;
  readonly verbs: ReadonlySet<string>;
}

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
export type Action = 'get' | 'list' | 'post' | 'put' | 'patch' | 'delete' | 'deletecollection';
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly type: 'string' | 'boolean' | 'integer';
}

/** One operation of one path, before it is written in a version of OpenAPI. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly action: Action;
  readonly kind: GroupVersionKind;
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  /** Kind of the request's body; a patch has none. */
  readonly body?: GroupVersionKind;
  readonly answer: GroupVersionKind;
}

const text = (...names: string[]): Parameter[] => names.map((name) => ({ name, in: 'query', type: 'string' }));
const flags = (...names: string[]): Parameter[] => names.map((name) => ({ name, in: 'query', type: 'boolean' }));
const numbers = (...names: string[]): Parameter[] => names.map((name) => ({ name, in: 'query', type: 'integer' }));

const SELECTION = [
  ...text('continue', 'fieldSelector', 'labelSelector', 'resourceVersion', 'resourceVersionMatch'),
  ...flags('sendInitialEvents'),
  ...numbers('limit', 'timeoutSeconds'),
];
const WRITE = text('dryRun', 'fieldManager', 'fieldValidation', 'pretty');
const REMOVAL = [
  ...text('dryRun', 'pretty', 'propagationPolicy'),
  ...numbers('gracePeriodSeconds'),
  ...flags('orphanDependents'),
];

const QUERY: Readonly<Record<Action, readonly Parameter[]>> = {
  get: text('pretty'),
  list: [...SELECTION, ...text('pretty'), ...flags('allowWatchBookmarks', 'watch')],
  post: WRITE,
  put: WRITE,
  patch: [...WRITE, ...flags('force')],
  delete: REMOVAL,
  deletecollection: [...SELECTION, ...REMOVAL],
};

const METHODS: Readonly<Record<Action, Method>> = {
  get: 'get',
  list: 'get',
  post: 'post',
  put: 'put',
  patch: 'patch',
  delete: 'delete',
  deletecollection: 'delete',
};
const ITEM_ACTIONS: readonly (readonly [verb: string, action: Action])[] = [
  ['get', 'get'],
  ['update', 'put'],
  ['patch', 'patch'],
  ['delete', 'delete'],
];
const COLLECTION_ACTIONS: readonly (readonly [verb: string, action: Action])[] = [
  ['list', 'list'],
  ['create', 'post'],
  ['deletecollection', 'deletecollection'],
];

const META: Pick<GroupVersionKind, 'group' | 'version'> = { group: '', version: 'v1' };
const STATUS = { ...META, kind: 'Status' };
const DELETE_OPTIONS = { ...META, kind: 'DeleteOptions' };

/** Every operation on a resource and its subresources. */
export function operationsOf(resource: DocumentedResource): readonly Operation[] {
  const { group, version, namespaced, verbs } = resource;
  const root = group ? `/apis/${group}/${version}` : `/api/${version}`;
  const collection = `${root}${namespaced ? '/namespaces/{namespace}' : ''}/${resource.resource}`;
  const item = `${collection}/{name}`;
  const kind = { group, version, kind: resource.kind };
  const listKind = { group, version, kind: resource.listKind };
  const has = ([verb]: readonly [string, Action]): boolean => verbs.has(verb);
  const list = has(['list', 'list']);
  return [
    ...(namespaced && list ? [operation(`${root}/${resource.resource}`, 'list', kind, listKind)] : []),
    ...COLLECTION_ACTIONS.filter(has).map(([, action]) => operation(collection, action, kind, listKind)),
    ...ITEM_ACTIONS.filter(has).map(([, action]) => operation(item, action, kind, listKind)),
    ...[...resource.subresources.values()].flatMap((subresource) => subresourceOperations(item, subresource)),
  ];
}

function subresourceOperations(item: string, { name, kind, verbs }: DocumentedSubresource): Operation[] {
  return [...ITEM_ACTIONS, ['create', 'post'] as const]
    .filter(([verb]) => verbs.has(verb))
    .map(([, action]) => operation(`${item}/${name}`, action, kind, kind));
}

function operation(path: string, action: Action, kind: GroupVersionKind, listKind: GroupVersionKind): Operation {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): Parameter => ({ name, in: 'path', type: 'string' }),
  );
  const isRemoval = action === 'delete' || action === 'deletecollection';
  const body = isRemoval ? DELETE_OPTIONS : action === 'post' || action === 'put' ? kind : undefined;
  return {
    path,
    method: METHODS[action],
    action,
    kind,
    operationId: operationId(path, action, kind),
    parameters: [...inPath, ...QUERY[action]],
    ...(body ? { body } : {}),
    answer: isRemoval ? STATUS : action === 'list' ? listKind : kind,
  };
}

/** A name of its own for each operation: `patchAppsV1NamespacesNamespaceDeploymentsName`. */
function operationId(path: string, action: Action, { group, version }: GroupVersionKind): string {
  const place = path.replace(/^\/apis?\/(?:[^/]+\.)?/, `/${apiVersionOf(group, version)}/`);
  const words = (path.startsWith('/api/') ? `core${path.slice(4)}` : place).match(/[A-Za-z0-9]+/g) ?? [];
  return action + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
