/** Folders that every container has. */
const FOLDERS = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'sys', 'tmp', 'usr', 'var'];

/** Bytes that the processes of one container may write. */
const CAPACITY = 64 * 1024 * 1024;

/** Returns an absolute path without `.` and `..`. */
export function resolvePath(folder: string, path: string): string {
  const kept: string[] = [];
  for (const step of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (step === '..') kept.pop();
    else if (step !== '' && step !== '.') kept.push(step);
  }
  return `/${kept.join('/')}`;
}

/** What the processes of a container have written since it started. */
export class WrittenFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly folders = new Set<string>();

  get size(): number {
    return [...this.files.values()].reduce((sum, { length }) => sum + length, 0);
  }
}

/** The files of a container. Paths are absolute and resolved. */
export class ContainerFiles {
  readonly #own: ReadonlyMap<string, string>;
  readonly #written: WrittenFiles;

  /** `own`: the text of the files that a container starts with. */
  constructor(own: ReadonlyMap<string, string>, written = new WrittenFiles()) {
    this.#own = own;
    this.#written = written;
  }

  /** Returns the content of a file; undefined when there is none. */
  read(path: string): string | Uint8Array | undefined {
    return this.#written.files.get(path) ?? this.#own.get(path);
  }

  /**
   * Writes a file, and creates the folders above it.
   * @throws RangeError when the container has no space left
   */
  write(path: string, content: Uint8Array): void {
    const before = this.#written.files.get(path)?.length ?? 0;
    if (this.#written.size - before + content.length > CAPACITY) throw new RangeError('No space left on device');
    this.#written.files.set(path, content);
  }

  makeFolder(path: string): void {
    this.#written.folders.add(path);
  }

  isFolder(path: string): boolean {
    return path === '/' || FOLDERS.includes(path.slice(1)) || this.#paths().some((each) => isBelow(path, each));
  }

  /** Returns the sorted names of what is in a folder. */
  list(path: string): string[] {
    const start = path === '/' ? '/' : `${path}/`;
    const inside = this.#paths().filter((each) => each.startsWith(start) && each !== start);
    const names = inside.map((each) => each.slice(start.length).split('/')[0] ?? '');
    return [...new Set(path === '/' ? [...FOLDERS, ...names] : names)].sort();
  }

  /** Returns all files; written folders end with a slash. */
  #paths(): string[] {
    const folders = [...this.#written.folders].map((folder) => `${folder}/`);
    return [...this.#own.keys(), ...this.#written.files.keys(), ...folders];
  }
}

const isBelow = (folder: string, path: string): boolean => path.startsWith(`${folder}/`);
