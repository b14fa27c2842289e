import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CONTROLLER_FLAGS } from '../../controllers/flags/controller-flags.ts';
import { DEFAULT_FLAGS, FlagError } from '../../server/flags/server-flags.ts';
import { controllerNames } from '../controllers/choose-controllers.ts';
import { controllerFlagsAmong, standardText } from '../controllers/read-controller-flags.ts';
import { auditLogFile } from './audit-log-file.ts';
import { init } from './init.ts';
import { type NodeHost, startNodeHost } from './node.ts';
import { readOption, readServerFlags } from './read-server-flags.ts';
import { serveUi, type UiHost } from './serve-ui.ts';
import { kubeconfig } from './write-kubeconfig.ts';

const USAGE = `Usage: tabplane serve [options]
       tabplane init FOLDER
       tabplane ui [--port NUMBER] [--host ADDRESS]

ui serves the web UI, whose page runs its clusters itself (on http://localhost:4173, unless options say otherwise).

init copies the service worker for tabplane/browser into the folder of your static files, or renews it.

serve serves a cluster over HTTP, in memory.

  --port NUMBER               port for HTTP (8080 unless --secure-port is given)
  --secure-port NUMBER        port for HTTPS
  --host ADDRESS              address to listen on (127.0.0.1)
  --tls-cert-file FILE        certificate for HTTPS (default: issued by the cluster's own authority)
  --tls-private-key-file FILE its key
  --kubeconfig FILE           write an administrator's kubeconfig to FILE; - is standard output
  --audit-log-path FILE       append audit events to FILE as JSON, as --audit-policy-file says; - is standard output
  --controllers [LIST]        also run controllers: all of them, or a comma-separated list in which * enables those
                              that are on by default, foo enables and -foo disables one. Controllers:
                              ${controllerNames()}
  --simulated-nodes NUMBER    create this many simulated nodes, on which pods seem to run; needs --controllers
  --help                      show this help

Flags of the API server: ${Object.keys(DEFAULT_FLAGS)
  .map((name) => `--${name}`)
  .join(', ')}. Flags that end in -file take the path of a file; files named in configuration files are read too.

Flags of controllers, with their defaults:
${Object.entries(CONTROLLER_FLAGS)
  .map(([name, flag]) => `  --${name}=${standardText(flag)}\n      ${flag.about}\n`)
  .join('')}`;

const HOST_OPTIONS = [
  'port',
  'secure-port',
  'host',
  'tls-cert-file',
  'tls-private-key-file',
  'kubeconfig',
  'audit-log-path',
  'controllers',
  'simulated-nodes',
];

const UI_OPTIONS = ['port', 'host'];
const UI_PORT = '4173';

/** The value of `--controllers` without a list. */
const ALL_CONTROLLERS = 'true';

/** Runs the command line. Returns the exit code when it is done, or the running host. */
export async function run(argv: readonly string[]): Promise<number | NodeHost | UiHost> {
  try {
    const [command, ...rest] = argv;
    if (command === undefined || command === '--help' || rest.includes('--help')) {
      process.stdout.write(USAGE);
      return 0;
    }
    if (command === 'init') {
      process.stdout.write(await init(folderOf(rest)));
      return 0;
    }
    if (command === 'ui') return await openUi(optionsOf(rest, UI_OPTIONS));
    if (command !== 'serve')
      throw new FlagError(`unknown command ${command}; the commands are: tabplane serve, tabplane init, tabplane ui`);
    return await serve(
      optionsOf(rest, [...Object.keys(DEFAULT_FLAGS), ...Object.keys(CONTROLLER_FLAGS), ...HOST_OPTIONS]),
    );
  } catch (error) {
    process.stderr.write(`tabplane: ${reasonOf(error)}\n`);
    return error instanceof FlagError ? 2 : 1;
  }
}

function folderOf(args: readonly string[]): string {
  const [folder, ...more] = args;
  if (folder === undefined || folder.startsWith('-') || more.length > 0)
    throw new FlagError('tabplane init takes one folder, that of your static files: tabplane init public/');
  return folder;
}

/** The values given for each option, in order. */
type Options = Readonly<Record<string, readonly string[] | undefined>>;

function optionsOf(args: readonly string[], names: readonly string[]): Options {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const, multiple: true }]));
  try {
    const { values } = parseArgs({ args: withControllersList(args), options, strict: true });
    return Object.fromEntries(Object.entries(values).map(([name, given]) => [name, [given].flat().map(String)]));
  } catch (error) {
    throw new FlagError(`${reasonOf(error)}. All options: tabplane --help`);
  }
}

/** Adds a value to `--controllers` without one, and joins it with a value that starts with a dash, as in `-foo`. */
function withControllersList(args: readonly string[]): string[] {
  const joined = [...args];
  for (let at = joined.indexOf('--controllers'); at >= 0; at = joined.indexOf('--controllers')) {
    const next = joined[at + 1];
    const hasList = next !== undefined && !next.startsWith('--');
    joined.splice(at, hasList ? 2 : 1, `--controllers=${hasList ? next : ALL_CONTROLLERS}`);
  }
  return joined;
}

const controllersOf = (lists: readonly string[] | undefined): boolean | string =>
  lists !== undefined && (lists.includes(ALL_CONTROLLERS) || lists.join());

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}: the port is in use; choose another with --port or --secure-port`;
  if (code === 'EACCES') return `${message}: you do not have permission to open it`;
  return error instanceof Error ? (message.split('. ')[0] ?? message) : String(error);
}

async function openUi({ port = [UI_PORT], host = ['localhost'] }: Options): Promise<UiHost> {
  const ui = await serveUi({ port: portNumber('port', port.at(-1)) ?? 0, host: host.at(-1) ?? '' });
  process.stdout.write(`Tabplane is ready on ${ui.url}\n`);
  return ui;
}

async function serve(options: Options): Promise<NodeHost> {
  const { flags, token } = await readServerFlags(options);
  const option = (name: string): string | undefined => options[name]?.at(-1);
  const securePort = portNumber('secure-port', option('secure-port'));
  const port = portNumber('port', option('port')) ?? (securePort === undefined ? 8080 : undefined);
  const certificateFile = option('tls-cert-file');
  const keyFile = option('tls-private-key-file');
  const address = option('host');
  const auditLog = option('audit-log-path');
  if (Boolean(certificateFile) !== Boolean(keyFile))
    throw new FlagError('--tls-cert-file and --tls-private-key-file must be set together');
  const host = await startNodeHost({
    flags,
    controllers: controllersOf(options.controllers),
    controllerFlags: lastOf(controllerFlagsAmong(options)),
    simulatedNodes: countOf('simulated-nodes', option('simulated-nodes')),
    ...(address ? { host: address } : {}),
    ...(auditLog ? { auditSink: auditLogFile(auditLog) } : {}),
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
  await announce(host, option('kubeconfig'), token);
  return host;
}

/** Of flags that are repeated the last value counts. */
const lastOf = (options: Options): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(options).map(([name, values]) => [name, values?.at(-1) ?? '']));

/** The addresses go to standard error when the kubeconfig uses standard output. */
async function announce(host: NodeHost, target: string | undefined, token: string): Promise<void> {
  const addresses = [host.url, host.secureUrl].filter((url) => url !== undefined);
  const announcement = `Tabplane is serving a cluster on ${addresses.join(' and ')}\n`;
  const text =
    target === undefined
      ? ''
      : kubeconfig({ server: host.secureUrl ?? host.url ?? '', token, certificate: host.certificate });
  if (target === '-') {
    process.stderr.write(announcement);
    process.stdout.write(text);
    return;
  }
  if (target !== undefined) await writeFile(target, text, { mode: 0o600 });
  process.stdout.write(announcement);
}

function portNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new FlagError(`--${name} takes a port number, not ${text}`);
  return port;
}

function countOf(name: string, text = '0'): number {
  if (!/^\d+$/.test(text)) throw new FlagError(`--${name} takes a number, not ${text}`);
  return Number(text);
}
