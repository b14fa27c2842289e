/** Returns whether a path matches a pattern in which `*` stands for one segment or a part of it, and `**` for any number. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const segments = pattern.replace(/^\//, '').split('/');
  const parts = segments.map((segment) =>
    segment === '**' ? '(?:/[^/]*)*' : `/${segment.split('*').map(escaped).join('[^/]+')}`,
  );
  const expression = new RegExp(`^${parts.join('')}/?$`);
  return (path) => expression.test(path);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
