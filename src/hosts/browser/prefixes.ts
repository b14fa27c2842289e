/** The names of the clusters that this page has started, by prefix. */
const started = new Map<string, string>();

/** Returns a prefix without a trailing slash. @throws Error when it is not a path */
export function normalPrefix(prefix: string): string {
  const path = prefix.replace(/\/+$/, '');
  if (path !== '' && !/^(\/[^/?#]+)+$/.test(path))
    throw new Error(`The prefix "${prefix}" is not a path such as /k8s/clusters/a.`);
  return path;
}

/** Reserves a prefix for a cluster of this page. @throws Error when another cluster has it */
export function claimPrefix(prefix: string, name: string): void {
  const other = started.get(prefix);
  if (other !== undefined && other !== name)
    throw new Error(
      `The clusters "${other}" and "${name}" would answer the same paths. Give one of them a prefix: startCluster({ prefix: '/k8s/${name}' })`,
    );
  started.set(prefix, name);
}

/** Releases the prefix of a closed cluster. */
export const releasePrefix = (prefix: string): boolean => started.delete(prefix);
