/**
 * Returns a function that matches paths against a pattern: `*` is one segment or a part of it, `**` any number of them.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const segments = pattern.replace(/^\//, '').split('/');
  const parts = segments.map((segment) =>
    segment === '**' ? '(?:/[^/]*)*' : `/${segment.split('*').map(escaped).join('[^/]+')}`,
  );
  const expression = new RegExp(`^${parts.join('')}/?$`);
  return (path) => expression.test(path);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
