import type { Container } from '../../api/kinds/core-v1.generated.ts';

/** The folders with the files of known web servers' images. */
const ROOTS = [
  [/(^|\/)httpd([:@]|$)/, '/usr/local/apache2/htdocs'],
  [/(^|\/)nginx([:@]|$)/, '/usr/share/nginx/html'],
] as const;

/** Returns the folder of the files that a container's image serves; undefined for unknown images. */
export const documentRoot = ({ image = '' }: Container): string | undefined =>
  ROOTS.find(([pattern]) => pattern.test(image))?.[1];
