import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DEFAULT_FLAGS, FlagError, parseServerFlags, type ServerFlags } from '../server/server-flags.ts';
import { kubeconfig } from './kubeconfig.ts';
import { type NodeHost, startNodeHost } from './node.ts';
import { systemRandom } from './platform.ts';

const USAGE = `Usage: tabplane serve [options]

Serves a cluster over HTTP, in memory.

  --port NUMBER               port for HTTP (8080 unless --secure-port is given)
  --secure-port NUMBER        port for HTTPS
  --host ADDRESS              address to listen on (127.0.0.1)
  --tls-cert-file FILE        certificate for HTTPS (self-made unless given)
  --tls-private-key-file FILE its key
  --kubeconfig FILE           write a kubeconfig for an administrator; - writes it to standard output
  --controllers               run the controllers too: default service accounts, removal of namespaces,
                              aggregated roles
  --help                      show this

API server flags: ${Object.keys(DEFAULT_FLAGS)
  .map((name) => `--${name}`)
  .join(', ')}. Flags that end in -file take the path of a file.
`;

const HOST_OPTIONS = {
  port: { type: 'string' },
  'secure-port': { type: 'string' },
  host: { type: 'string' },
  'tls-cert-file': { type: 'string' },
  'tls-private-key-file': { type: 'string' },
  kubeconfig: { type: 'string' },
  controllers: { type: 'boolean' },
} as const;

/** Runs the command line: the exit code when it is done, or the host that goes on serving. */
export async function run(argv: readonly string[]): Promise<number | NodeHost> {
  try {
    const [command, ...rest] = argv;
    if (command === undefined || command === '--help' || rest.includes('--help')) {
      process.stdout.write(USAGE);
      return 0;
    }
    if (command !== 'serve') throw new FlagError(`unknown command ${command}; there is only: tabplane serve`);
    return await serve(optionsOf(rest));
  } catch (error) {
    process.stderr.write(`tabplane: ${reasonOf(error)}\n`);
    return error instanceof FlagError ? 2 : 1;
  }
}

function optionsOf(args: readonly string[]): Readonly<Record<string, string | undefined>> {
  const names = Object.fromEntries(Object.keys(DEFAULT_FLAGS).map((name) => [name, { type: 'string' as const }]));
  try {
    const { controllers, ...texts } = parseArgs({ args, options: { ...names, ...HOST_OPTIONS }, strict: true }).values;
    return { ...texts, ...(controllers ? { controllers: 'true' } : {}) };
  } catch (error) {
    throw new FlagError(`${reasonOf(error)}. All options: tabplane --help`);
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}: the port is in use; choose another with --port or --secure-port`;
  if (code === 'EACCES') return `${message}: it may not be opened by this user`;
  return error instanceof Error ? (message.split('. ')[0] ?? message) : String(error);
}

/** The text of a file that an option names. */
async function readOption(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FlagError(`--${name}: ${code === 'ENOENT' ? `there is no file ${path}` : message}`);
  }
}

async function serve(values: Readonly<Record<string, string | undefined>>): Promise<NodeHost> {
  const { flags, token } = await serverFlags(values);
  const securePort = portNumber('secure-port', values['secure-port']);
  const port = portNumber('port', values.port) ?? (securePort === undefined ? 8080 : undefined);
  const certificateFile = values['tls-cert-file'];
  const keyFile = values['tls-private-key-file'];
  if (Boolean(certificateFile) !== Boolean(keyFile))
    throw new FlagError('--tls-cert-file and --tls-private-key-file go together');
  const host = await startNodeHost({
    flags,
    controllers: values.controllers === 'true',
    ...(values.host ? { host: values.host } : {}),
    ...(port === undefined ? {} : { port }),
    ...(securePort === undefined ? {} : { securePort }),
    ...(certificateFile && keyFile
      ? {
          certificate: {
            certificate: await readOption('tls-cert-file', certificateFile),
            key: await readOption('tls-private-key-file', keyFile),
          },
        }
      : {}),
  });
  await tell(host, values.kubeconfig, token);
  return host;
}

/** Where the server listens goes to standard error when the kubeconfig takes standard output. */
async function tell(host: NodeHost, target: string | undefined, token: string): Promise<void> {
  const addresses = [host.url, host.secureUrl].filter((url) => url !== undefined);
  const announcement = `Tabplane serves a cluster on ${addresses.join(' and ')}\n`;
  const text =
    target === undefined
      ? ''
      : kubeconfig({ server: host.secureUrl ?? host.url ?? '', token, certificate: host.certificate });
  if (target === '-') {
    process.stderr.write(announcement);
    process.stdout.write(text);
    return;
  }
  process.stdout.write(announcement);
  if (target !== undefined) await writeFile(target, text, { mode: 0o600 });
}

/** The API server's flags, files read; without a token file an administrator's token is made up. */
async function serverFlags(
  values: Readonly<Record<string, string | undefined>>,
): Promise<{ flags: ServerFlags; token: string }> {
  const given: Record<string, string> = {};
  for (const name of Object.keys(DEFAULT_FLAGS)) {
    const value = values[name];
    if (value !== undefined) given[name] = name.endsWith('-file') ? await readOption(name, value) : value;
  }
  const tokens = given['token-auth-file'];
  const token =
    tokens?.match(/^"?([^",\n]+)/)?.[1] ??
    Array.from(systemRandom.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  given['token-auth-file'] ??= `${token},admin,admin,"system:masters"\n`;
  return { flags: parseServerFlags(given), token };
}

function portNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new FlagError(`--${name} takes a port number, not ${text}`);
  return port;
}
