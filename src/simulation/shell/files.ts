/** Folders that every container has. */
const FOLDERS = ['bin', 'dev', 'etc', 'home', 'proc', 'root', 'sys', 'tmp', 'usr', 'var'];

/** Returns an absolute path without `.` and `..`. */
export function resolvePath(folder: string, path: string): string {
  const kept: string[] = [];
  for (const step of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (step === '..') kept.pop();
    else if (step !== '' && step !== '.') kept.push(step);
  }
  return `/${kept.join('/')}`;
}

/** Reports whether a folder exists. */
export const existingFolder = (files: ReadonlyMap<string, string>, path: string): boolean =>
  path === '/' || FOLDERS.includes(path.slice(1)) || [...files.keys()].some((file) => file.startsWith(`${path}/`));

/** Returns the sorted names of what is in a folder. */
export function listFolder(files: ReadonlyMap<string, string>, path: string): string[] {
  const start = path === '/' ? '/' : `${path}/`;
  const inside = [...files.keys()].filter((file) => file.startsWith(start));
  const names = inside.map((file) => file.slice(start.length).split('/')[0] ?? '');
  return [...new Set(path === '/' ? [...FOLDERS, ...names] : names)].sort();
}
