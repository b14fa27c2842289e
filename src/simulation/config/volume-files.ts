import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type {
  Container,
  DownwardAPIVolumeFile,
  KeyToPath,
  Pod,
  Volume,
  VolumeMount,
  VolumeProjection,
} from '../../api/kinds/core-v1.generated.ts';
import { expanded } from './environment.ts';
import { fieldValue, resourceValue } from './field-values.ts';
import type { PodConfig } from './pod-config.ts';

/** An initial file of a container. Names of folders end with a slash. */
export interface OwnFile {
  readonly content: Uint8Array;
  /** Permission bits, such as `0o644`. */
  readonly mode: number;
  /** Whether it is the folder of a volume in the node's memory. */
  readonly isInMemory?: boolean;
}

const DEFAULT_MODE = 0o644;
const FOLDER: OwnFile = { content: new Uint8Array(), mode: 0o777 };
/** The permissions that a group that owns the pod's volumes gets on files. */
const GROUP_READS = 0o440;

interface Mounting {
  readonly pod: Pod;
  readonly config: PodConfig | undefined;
}

/**
 * Returns the files in a container's volumes by path.
 * @param environment of the container, whose variables a path inside a volume may use
 */
export function mountedFiles(
  mounting: Mounting,
  { volumeMounts = [] }: Container,
  environment: ReadonlyMap<string, string>,
): Map<string, OwnFile> {
  const volumes = new Map((mounting.pod.spec?.volumes ?? []).map((volume) => [volume.name, volume]));
  const steps = (mount: VolumeMount): string => subPathOf(mount, environment);
  const files = new Map<string, OwnFile>();
  for (const mount of volumeMounts) {
    const volume = volumes.get(mount.name);
    const inside = volumeMounts.filter(({ name }) => name === mount.name).map((each) => `${steps(each)}/`);
    const content = volume && (filesOf(mounting, volume) ?? new Map(inside.map((folder) => [folder, FOLDER])));
    for (const [path, file] of placed(content ?? new Map(), mount.mountPath, steps(mount))) files.set(path, file);
    if (volume?.emptyDir?.medium === 'Memory')
      files.set(`${mount.mountPath.replace(/\/$/, '')}/`, { ...FOLDER, isInMemory: true });
  }
  return files;
}

const subPathOf = ({ subPath, subPathExpr = '' }: VolumeMount, environment: ReadonlyMap<string, string>): string =>
  subPath || expanded(subPathExpr, environment);

/**
 * Returns the path under which the files of a path are stored. For a volume that a container mounts several times, that
 * is where most of it is mounted. Other paths are returned unchanged.
 */
export function placeOf(container: Container, environment: ReadonlyMap<string, string>, path: string): string {
  const mount = mountOf(container, path);
  const mounts = (container.volumeMounts ?? []).filter(({ name }) => name === mount?.name);
  if (!mount || mounts.length < 2) return path;
  const own = withSlash(subPathOf(mount, environment));
  const outer = mounts
    .map((each) => ({ root: each.mountPath, steps: withSlash(subPathOf(each, environment)) }))
    .filter(({ steps }) => own.startsWith(steps))
    .toSorted((one, other) => one.steps.length - other.steps.length)[0];
  if (!outer || outer.root === mount.mountPath) return path;
  const inside = `${own.slice(outer.steps.length)}${path.slice(withSlash(mount.mountPath).length)}`;
  return `${withSlash(outer.root)}${inside}`.replace(/\/$/, '');
}

const withSlash = (path: string): string => (path === '' || path.endsWith('/') ? path : `${path}/`);

/** Returns the mount of a container that contains a path, the deepest if there are several. Undefined in its root. */
export const mountOf = ({ volumeMounts = [] }: Container, path: string): VolumeMount | undefined =>
  volumeMounts
    .filter(({ mountPath }) => path === mountPath || path.startsWith(`${mountPath.replace(/\/$/, '')}/`))
    .toSorted((one, other) => other.mountPath.length - one.mountPath.length)[0];

/** Reports whether a volume contains files from the API, which containers cannot write. */
export const hasOwnFiles = ({ configMap, secret, downwardAPI, projected }: Volume): boolean =>
  Boolean(configMap ?? secret ?? downwardAPI ?? projected);

/** Returns the files of a volume, or of its subpath, below the path where it is mounted. */
function placed(files: ReadonlyMap<string, OwnFile>, mountPath: string, subPath: string): [string, OwnFile][] {
  const root = mountPath.replace(/\/$/, '');
  const file = files.get(subPath);
  if (file) return [[root, file]];
  const start = subPath === '' ? '' : `${subPath.replace(/\/$/, '')}/`;
  const inside = [...files].filter(([path]) => path.startsWith(start) && path !== '/' && path !== start);
  const moved = inside.map(([path, each]): [string, OwnFile] => [`${root}/${path.slice(start.length)}`, each]);
  return [[`${root}/`, FOLDER], ...moved];
}

/** Files on nodes that containers may mount. */
const NODE_FILES: Readonly<Record<string, string | undefined>> = {
  '/etc/hosts': '127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n',
};

/** Returns the files of a volume; undefined for one that is initially empty. */
function filesOf(mounting: Mounting, volume: Volume): Map<string, OwnFile> | undefined {
  const { configMap, secret, downwardAPI, projected, hostPath } = volume;
  const onNode = hostPath && NODE_FILES[hostPath.path];
  if (onNode) return new Map([['', { content: utf8Bytes(onNode), mode: DEFAULT_MODE }]]);
  const { defaultMode = DEFAULT_MODE } = configMap ?? secret ?? downwardAPI ?? projected ?? {};
  const files = new Map<string, OwnFile>();
  const isOwned = mounting.pod.spec?.securityContext?.fsGroup !== undefined;
  const add: AddFile = (path, content, mode = defaultMode) =>
    files.set(path, { content, mode: isOwned ? mode | GROUP_READS : mode });
  const { secretName, items } = secret ?? {};
  if (configMap || secret || downwardAPI) {
    const own = secret && { ...(secretName === undefined ? {} : { name: secretName }), ...(items ? { items } : {}) };
    addProjection(mounting, { configMap, secret: own, downwardAPI }, add);
  } else if (!projected) return undefined;
  for (const source of projected?.sources ?? []) addProjection(mounting, source, add);
  return files;
}

type AddFile = (path: string, content: Uint8Array, mode: number | undefined) => void;

function addProjection({ pod, config }: Mounting, source: VolumeProjection, add: AddFile): void {
  const { configMap, secret, downwardAPI, serviceAccountToken } = source;
  if (configMap) addKeys(config?.valuesOf('configmap', configMap.name), configMap.items, add);
  if (secret) addKeys(config?.valuesOf('secret', secret.name), secret.items, add);
  for (const item of downwardAPI?.items ?? []) add(item.path, utf8Bytes(downwardText(pod, item, config)), item.mode);
  if (serviceAccountToken && config?.token) add(serviceAccountToken.path, utf8Bytes(config.token), undefined);
}

function addKeys(
  values: ReadonlyMap<string, Uint8Array> = new Map(),
  items: readonly KeyToPath[] | undefined,
  add: AddFile,
): void {
  if (!items?.length) for (const [key, value] of values) add(key, value, undefined);
  for (const { key, path, mode } of items ?? []) {
    const value = values.get(key);
    if (value) add(path, value, mode);
  }
}

function downwardText(
  pod: Pod,
  { fieldRef, resourceFieldRef }: DownwardAPIVolumeFile,
  config: PodConfig | undefined,
): string {
  if (!resourceFieldRef) return fieldValue(pod, fieldRef?.fieldPath) ?? '';
  const container = pod.spec?.containers?.find(({ name }) => name === resourceFieldRef.containerName);
  return resourceValue(container, resourceFieldRef, config?.allocatable ?? {});
}
