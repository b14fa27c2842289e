/** A path of the app: not `//host` or `/\\host`, which are other origins. */
const APP_PATH = /^\/(?![/\\])[^\\]*$/;

/** Splits an address of the app into its path and its query; undefined for targets that leave the app. */
export function appPath(target: string): { readonly path: string; readonly query: string } | undefined {
  if (!APP_PATH.test(target)) return undefined;
  const [path = '/', query = ''] = target.split('?');
  return { path, query: query && `?${query}` };
}
