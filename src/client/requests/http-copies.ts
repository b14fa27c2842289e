import { headerValue } from '../../api/user-extra.ts';
import {
  BODY_FILE,
  bodyType,
  type CopiedRequest,
  impersonatedGroups,
  lacksBody,
  TOKEN_PLACEHOLDER,
} from './copied-request.ts';
import { scriptQuoted, shellQuoted } from './quoting.ts';

/** Returns the headers of a copied request besides its credentials. A name can occur several times. */
function headersOf({ request, user }: CopiedRequest): (readonly [name: string, value: string])[] {
  const { accept } = request.headers ?? {};
  const type = bodyType(request);
  return [
    ...(accept && accept !== '*/*' ? [['Accept', accept] as const] : []),
    ...(type ? [['Content-Type', type] as const] : []),
    ...(user ? [['Impersonate-User', user.username] as const] : []),
    ...(user ? impersonatedGroups(user).map((group) => ['Impersonate-Group', group] as const) : []),
  ];
}

/**
 * Returns a curl command. The shell inserts the token. A body that the trace lacks is read from a file.
 * @param baseUrl the base URL of the API without a trailing slash
 */
export function asCurl(copied: CopiedRequest, baseUrl: string): string {
  const { request } = copied;
  const { method, path, body } = request;
  const headers = [
    // Double quotes let the shell replace the token.
    `-H "Authorization: Bearer ${TOKEN_PLACEHOLDER}"`,
    ...headersOf(copied).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
  ];
  const data = body === undefined ? (lacksBody(request) ? [`--data-binary @${BODY_FILE}`] : []) : [dataOf(body)];
  const verb = method === 'GET' ? [] : method === 'HEAD' ? ['--head'] : [`-X ${shellQuoted(method)}`];
  const stream = request.verb === 'watch' ? ['--no-buffer'] : [];
  return [['curl', ...verb, ...stream, shellQuoted(baseUrl + path)].join(' '), ...headers, ...data].join(' \\\n  ');
}

const dataOf = (body: string): string => `--data-binary ${shellQuoted(body)}`;

/** The value of the Authorization header in JavaScript, where `token` is a variable. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: The placeholder is part of the copied code.
const BEARER = '`Bearer ${token}`';

/** Returns JavaScript that sends a request with fetch, where `token` is a variable. */
export function asFetch(copied: CopiedRequest, baseUrl: string): string {
  const { request } = copied;
  const { method, path, body } = request;
  const headers = headersOf(copied).map(
    // Unlike a shell, fetch takes one byte in each character.
    ([name, value]) => `    [${scriptQuoted(name)}, ${scriptQuoted(headerValue(value))}],`,
  );
  const lines = [
    ...(method === 'GET' ? [] : [`  method: ${scriptQuoted(method)},`]),
    '  headers: [',
    `    ['Authorization', ${BEARER}],`,
    ...headers,
    '  ],',
    ...(body === undefined ? (lacksBody(request) ? ['  body,'] : []) : [`  body: ${scriptQuoted(body)},`]),
  ];
  const read = request.verb === 'watch' ? 'response.body' : 'await response.text()';
  return `const response = await fetch(${scriptQuoted(baseUrl + path)}, {
${lines.join('\n')}
});
console.log(response.status, ${read});`;
}
