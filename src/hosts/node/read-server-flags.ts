import { readFile } from 'node:fs/promises';
import type { DialectName } from '../../api/dialect.ts';
import { DEFAULT_FLAGS, FlagError, parseServerFlags, type ServerFlags } from '../../server/flags/server-flags.ts';
import { systemRandom } from '../platform.ts';
import { readWithInlineFiles } from './inline-files.ts';

/** Clients of a host in Node are tools that use the names of Kubernetes. */
export const DEFAULT_DIALECT: DialectName = 'kubernetes';

/** Flags with list values: repeating them appends to the list. */
const LISTS = [
  'api-audiences',
  'cors-allowed-origins',
  'service-account-issuer',
  'oidc-required-claim',
  'oidc-signing-algs',
  'requestheader-allowed-names',
  'requestheader-extra-headers-prefix',
  'requestheader-group-headers',
  'requestheader-username-headers',
];

/** Flags that take a file path although their names do not end in `-file`. */
const FILES = ['kubelet-certificate-authority', 'kubelet-client-certificate', 'kubelet-client-key'];

/** The API server's flags on a command line. */
export interface GivenFlags {
  readonly flags: ServerFlags;
  /** The texts of the given flags. */
  readonly texts: Readonly<Record<string, string>>;
  /** The token of the first user in the token file, or else the new token. */
  readonly token: string;
  /** A new token for an administrator. */
  readonly newToken: string;
}

/** Reads the API server's flags from their values, including files. @throws FlagError */
export async function readServerFlags(
  values: Readonly<Record<string, readonly string[] | undefined>>,
): Promise<GivenFlags> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(DEFAULT_FLAGS)) {
    const texts = values[name];
    if (texts) given[name] = await readFlag(name, texts);
  }
  const newToken = randomToken();
  const token = given['token-auth-file']?.match(/^"?([^",\n]+)/)?.[1] ?? newToken;
  const own = { dialect: DEFAULT_DIALECT, 'token-auth-file': `${newToken},admin,admin,"system:masters"\n` };
  return { flags: parseServerFlags({ ...own, ...given }), texts: given, token, newToken };
}

const randomToken = (): string =>
  Array.from(systemRandom.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');

async function readFlag(name: string, texts: readonly string[]): Promise<string> {
  if (LISTS.includes(name)) return texts.join(',');
  if (!name.endsWith('-file') && !FILES.includes(name)) return texts.at(-1) ?? '';
  const read = name.endsWith('-config-file') ? readWithInlineFiles : (path: string) => readFile(path, 'utf8');
  return (await Promise.all(texts.map((path) => readOption(name, path, read)))).join('\n');
}

/** Reads the file that an option names. @throws FlagError */
export async function readOption(
  name: string,
  path: string,
  read = (file: string) => readFile(file, 'utf8'),
): Promise<string> {
  try {
    return await read(path);
  } catch (error) {
    const { code, message, path: missing } = error as NodeJS.ErrnoException;
    throw new FlagError(`--${name}: ${code === 'ENOENT' ? `there is no file ${missing ?? path}` : message}`);
  }
}
