/**
 * Reports whether a path is one of the API. A lesson of somebody else must not reach anything else of the origin, however
 * its dots and slashes are written.
 */
export function isApiPath(path: string): boolean {
  const { origin, pathname } = new URL(path.startsWith('/') ? `http://lesson${path}` : 'http://lesson');
  return !path.includes('\\') && origin === 'http://lesson' && /^\/apis?\/./.test(pathname);
}
