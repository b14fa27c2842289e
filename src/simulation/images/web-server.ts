import type { Container } from '../../api/kinds/core-v1.generated.ts';

/** Where the images of known web servers have the files that they serve. */
const ROOTS = [
  [/(^|\/)httpd([:@]|$)/, '/usr/local/apache2/htdocs'],
  [/(^|\/)nginx([:@]|$)/, '/usr/share/nginx/html'],
] as const;

/** Returns the folder of the files that the image of a container serves; undefined for one that is not known. */
export const documentRoot = ({ image = '' }: Container): string | undefined =>
  ROOTS.find(([pattern]) => pattern.test(image))?.[1];
