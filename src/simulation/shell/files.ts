import type { OwnFile } from '../config/volume-files.ts';

/** Folders of every container. */
const FOLDERS = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'sys', 'tmp', 'usr', 'var'];

/** Maximum number of bytes that the processes of one container may write. */
const CAPACITY = 64 * 1024 * 1024;

const FILE_MODE = 0o644;
const FOLDER_MODE = 0o755;

/** Returns an absolute path without `.` and `..`. */
export function resolvePath(folder: string, path: string): string {
  const kept: string[] = [];
  for (const step of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (step === '..') kept.pop();
    else if (step !== '' && step !== '.') kept.push(step);
  }
  return `/${kept.join('/')}`;
}

/** The files that the processes of a container have written since it started. */
export class WrittenFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly folders = new Set<string>();
  /** Permission bits that differ from the default. */
  readonly modes = new Map<string, number>();
  /** Initial files of the container that were removed. */
  readonly removed = new Set<string>();

  get size(): number {
    return [...this.files.values()].reduce((sum, { length }) => sum + length, 0);
  }
}

/** The files of a container. Paths are absolute and resolved. */
export class ContainerFiles {
  readonly #own: () => ReadonlyMap<string, OwnFile>;
  readonly #written: WrittenFiles;

  /** Reports whether a file is writable, because its file system is not read-only. */
  readonly isWritable: (path: string) => boolean;

  readonly #placeOf: (path: string) => string;

  /**
   * @param own returns the initial files of a container, and those of its volumes
   * @param placeOf returns where the files of a path are stored, to which several paths may lead
   */
  constructor(
    own: () => ReadonlyMap<string, OwnFile>,
    written = new WrittenFiles(),
    isWritable: (path: string) => boolean = () => true,
    placeOf: (path: string) => string = (path) => path,
  ) {
    this.#own = own;
    this.#written = written;
    this.isWritable = isWritable;
    this.#placeOf = placeOf;
  }

  /** Returns the content of a file; undefined when it does not exist. */
  read(name: string): Uint8Array | undefined {
    const path = this.#placeOf(name);
    return (
      this.#written.files.get(path) ?? (this.#written.removed.has(path) ? undefined : this.#own().get(path)?.content)
    );
  }

  /** Returns the permission bits of a file or folder; undefined when it does not exist. */
  modeOf(name: string): number | undefined {
    const path = this.#placeOf(name);
    const own = this.#own();
    const known = this.#written.modes.get(path) ?? own.get(path)?.mode ?? own.get(`${path}/`)?.mode;
    if (this.isFolder(path)) return known ?? FOLDER_MODE;
    return this.read(path) && (known ?? FILE_MODE);
  }

  /** Returns the type of the file system at the path of a volume. */
  typeOf(path: string): string {
    return this.#own().get(`${path}/`)?.isInMemory ? 'tmpfs' : 'ext2/ext3';
  }

  /**
   * Writes a file, and creates missing parent folders.
   * @throws RangeError when the container has no space left, or the file system is read-only
   */
  write(name: string, content: Uint8Array, mode?: number): void {
    if (!this.isWritable(name)) throw new RangeError('Read-only file system');
    const path = this.#placeOf(name);
    const before = this.#written.files.get(path)?.length ?? 0;
    if (this.#written.size - before + content.length > CAPACITY) throw new RangeError('No space left on device');
    this.#written.files.set(path, content);
    if (mode !== undefined) this.#written.modes.set(path, mode);
  }

  /** Removes a file, or a folder with its content. */
  remove(name: string): void {
    const path = this.#placeOf(name);
    for (const each of this.#paths().filter((other) => other === path || isBelow(path, other))) {
      this.#written.files.delete(each);
      this.#written.folders.delete(each.replace(/\/$/, ''));
      this.#written.removed.add(each);
    }
  }

  makeFolder(path: string): void {
    this.#written.folders.add(this.#placeOf(path));
  }

  isFolder(name: string): boolean {
    const path = this.#placeOf(name);
    return path === '/' || FOLDERS.includes(path.slice(1)) || this.#paths().some((each) => isBelow(path, each));
  }

  /** Returns the sorted names of the entries of a folder. */
  list(name: string): string[] {
    const path = this.#placeOf(name);
    const start = path === '/' ? '/' : `${path}/`;
    const inside = this.#paths().filter((each) => each.startsWith(start) && each !== start);
    const names = inside.map((each) => each.slice(start.length).split('/')[0] ?? '');
    return [...new Set(path === '/' ? [...FOLDERS, ...names] : names)].sort();
  }

  /** Returns all paths; those of written folders end with a slash. */
  #paths(): string[] {
    const folders = [...this.#written.folders].map((folder) => `${folder}/`);
    const own = [...this.#own().keys()].filter((path) => !this.#written.removed.has(path));
    return [...own, ...this.#written.files.keys(), ...folders];
  }
}

const isBelow = (folder: string, path: string): boolean => path.startsWith(`${folder}/`);
