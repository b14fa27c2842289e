import type { Container } from '../../api/kinds/core-v1.generated.ts';

/** The web server of a known image. */
interface WebServer {
  /** Matches the name of its image. */
  readonly image: RegExp;
  /** The folder with the files that it serves; undefined when unknown. */
  readonly root?: string;
  /** Its page at `/`; undefined for a server without one. */
  readonly page?: string;
}

const titled = (title: string): string =>
  `<!DOCTYPE html>\n<html>\n<head>\n<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`;

const SERVERS: readonly WebServer[] = [
  {
    image: /(^|\/)httpd([:@]|$)/,
    root: '/usr/local/apache2/htdocs',
    page: '<html><body><h1>It works!</h1></body></html>\n',
  },
  { image: /(^|\/)nginx([:@]|$)/, root: '/usr/share/nginx/html', page: titled('Welcome to nginx!') },
  { image: /(^|\/)caddy([:@]|$)/, root: '/usr/share/caddy', page: titled('Caddy works!') },
  { image: /(^|\/)traefik([:@]|$)/ },
];

export const NOT_FOUND_PAGE = titled('404 Not Found');

/** Returns the web server of a container's image; undefined for unknown images. */
export const webServerOf = ({ image = '' }: Container): WebServer | undefined =>
  SERVERS.find((server) => server.image.test(image));
