import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isError } from '../../api/realms.ts';
import { CONTROLLER_FLAGS } from '../../controllers/flags/controller-flags.ts';
import type { ForkableCluster } from '../../embedding/cluster.ts';
import type { ClusterEnvironment } from '../../embedding/cluster-environment.ts';
import { scenarios } from '../../embedding/scenarios/index.ts';
import { embeddedClusterOf } from '../../embedding/wrapped-clusters.ts';
import { DEFAULT_FLAGS, FlagError } from '../../server/flags/server-flags.ts';
import { PACKAGE_VERSION } from '../browser/package-version.ts';
import { controllerNames } from '../controllers/choose-controllers.ts';
import { controllerFlagsAmong, standardText } from '../controllers/read-controller-flags.ts';
import { auditLogFile } from './audit-log-file.ts';
import { CLUSTER_OPTIONS, clusterOfFiles } from './cluster-of-files.ts';
import { dataFolderOf, isFolderCommand, openServed, runOnFolder } from './given-data-folder.ts';
import { ETCD_OPTIONS, etcdOf, openServedEtcd } from './given-etcd.ts';
import { flagsOfSession, serveSession, sessionOf } from './given-session.ts';
import { init } from './init.ts';
import { type NodeHost, type NodeHostOptions, startNodeHost } from './node.ts';
import { type GivenFlags, readOption, readServerFlags } from './read-server-flags.ts';
import { serveUi, type UiHost } from './serve-ui.ts';
import { nodeParts } from './served.ts';
import { startHost } from './start-host.ts';
import { kubeconfig } from './write-kubeconfig.ts';

const USAGE = `Usage: tabplane serve [options]
       tabplane export FOLDER [FILE]
       tabplane import FOLDER FILE
       tabplane compact FOLDER
       tabplane init FOLDER
       tabplane lesson FILE...
       tabplane ui [--port NUMBER] [--host ADDRESS] [--allowed-hosts NAMES] [--frame-ancestors ORIGINS]

ui serves the web UI, whose page runs its clusters itself (on http://localhost:4173, unless options say otherwise).
No page may show it in a frame, except those of the origins that --frame-ancestors names, as in a Content-Security-Policy.

export writes everything that the data folder of a cluster holds to FILE or to standard output, import fills a new folder
with it or with the end of a saved session, and compact drops the history of a folder and gives its space back to the
disk. The folder must not be in use.

init copies the service worker for tabplane/browser into the folder of your static files, or renews it.

lesson checks files of lessons, and solves each by its own solutions in a cluster in memory.

serve serves a cluster over HTTP, in memory, in a folder or in etcd.

  --port NUMBER               port for HTTP (8080 unless --secure-port is given)
  --secure-port NUMBER        port for HTTPS
  --host ADDRESS              address to listen on (127.0.0.1)
  --allowed-hosts NAMES       more names that requests may have in Host, comma-separated, when listening on loopback;
                              .example.com allows a domain, * any name
  --tls-cert-file FILE        certificate for HTTPS (default: issued by the cluster's own authority)
  --tls-private-key-file FILE its key
  --data-dir FOLDER           keep the cluster in FOLDER, which is created if it does not exist (default: in memory)
  --data-dir-sync BOOL        whether writes are on disk when they are answered (true); false is faster, but a power cut
                              or a crash of the operating system can lose the last ones
  --etcd-servers URLS         keep the cluster in etcd, which other servers may share; comma-separated:
                              http://127.0.0.1:2379
  --etcd-prefix PATH          where in etcd (/tabplane)
  --etcd-cafile FILE          authority that has signed etcd's certificate
  --etcd-certfile FILE        certificate to present to etcd
  --etcd-keyfile FILE         its key
  --kubeconfig FILE           write an administrator's kubeconfig to FILE; - is standard output
  --audit-log-path FILE       append audit events to FILE as JSON, as --audit-policy-file says; - is standard output
  --controllers [LIST]        also run controllers: all of them, or a comma-separated list in which * enables those
                              that are on by default, foo enables and -foo disables one. Controllers:
                              ${controllerNames()}
  --simulated-nodes NUMBER    create this many simulated nodes, on which pods seem to run; needs --controllers
  --seed FILE                 load the objects of FILE, YAML or JSON; may be repeated, and is done in order
  --users FILE                know the users of FILE: {alice: {groups: [developers], token: secret}}; without a token a
                              user has its name as token
  --scenario NAME             serve a scenario, which has its own controllers and nodes. Scenarios:
                              ${scenarios.map(({ name }) => name).join(', ')}
  --session FILE              serve a session that the app saved: its objects, their history and its requests, read-only
  --faults FILE               let requests meet the faults of FILE: [{path: /api/v1/nodes, status: 503}]
  --help                      show this help; so does tabplane help
  --version                   show the version; so does tabplane version

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
  'data-dir',
  'data-dir-sync',
  ...ETCD_OPTIONS,
  'kubeconfig',
  'allowed-hosts',
  'audit-log-path',
  'controllers',
  'simulated-nodes',
  'session',
  ...CLUSTER_OPTIONS,
];

const UI_OPTIONS = ['port', 'host', 'allowed-hosts', 'frame-ancestors'];
const UI_PORT = '4173';

/** The value of `--controllers` without a list. */
const ALL_CONTROLLERS = 'true';

const HELP = ['help', '--help', '-h'];
const VERSION = ['version', '--version', '-v'];

/** Runs the command line. Returns the exit code of a finished command, or the running host. */
export async function run(argv: readonly string[]): Promise<number | NodeHost | UiHost> {
  try {
    const [command, ...rest] = argv;
    if (command === undefined || HELP.includes(command) || rest.includes('--help')) {
      process.stdout.write(USAGE);
      return 0;
    }
    if (VERSION.includes(command)) {
      process.stdout.write(`tabplane ${PACKAGE_VERSION}\n`);
      return 0;
    }
    if (command === 'init') {
      process.stdout.write(await init(folderOf(rest)));
      return 0;
    }
    if (command === 'lesson') return await checkLessons(rest);
    if (isFolderCommand(command)) {
      process.stdout.write(await runOnFolder(command, rest));
      return 0;
    }
    if (command === 'ui') return await openUi(optionsOf(rest, UI_OPTIONS));
    if (command !== 'serve')
      throw new FlagError(
        `unknown command ${command}; the commands are: serve, export, import, compact, init, lesson, ui`,
      );
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

/** Checks the files of lessons. Returns 0 when all are valid, and otherwise 1. */
async function checkLessons(files: readonly string[]): Promise<number> {
  if (files.length === 0 || files.some((file) => file.startsWith('-')))
    throw new FlagError('tabplane lesson takes files of lessons: tabplane lesson lesson.yaml');
  // Solving needs a cluster, whose parts other commands do without.
  const { checkLesson } = await import('./check-lesson.ts');
  let code = 0;
  for (const file of files) {
    const { report, isValid } = await checkLesson(file);
    process.stdout.write(report);
    if (!isValid) code = 1;
  }
  return code;
}

/** The values of each option, in order. */
type Options = Readonly<Record<string, readonly string[] | undefined>>;

function optionsOf(args: readonly string[], names: readonly string[]): Options {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const, multiple: true }]));
  try {
    const { values } = parseArgs({ args: withControllersList(args), options, strict: true });
    return Object.fromEntries(Object.entries(values).map(([name, given]) => [name, [given].flat().map(String)]));
  } catch (error) {
    throw new FlagError(`${reasonOf(error).split('. ')[0]}. All options: tabplane --help`);
  }
}

/** Adds a value to `--controllers` without one, and joins it with a value that starts with a dash, such as `-foo`. */
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
  // YAML errors show the surrounding lines, which may contain a token.
  return isError(error) ? (message.split('\n')[0] ?? message) : String(error);
}

async function openUi({ port = [UI_PORT], host = ['localhost'], ...options }: Options): Promise<UiHost> {
  const allowedHosts = namesIn(options['allowed-hosts']);
  const frameAncestors = options['frame-ancestors']?.join(' ');
  if (frameAncestors !== undefined && !/^[^;,]+$/.test(frameAncestors.trim()))
    throw new FlagError('--frame-ancestors takes origins with spaces between them, such as https://docs.example');
  const ui = await serveUi({
    port: portNumber('port', port.at(-1)) ?? 0,
    host: host.at(-1) ?? '',
    allowedHosts,
    frameAncestors,
  });
  process.stdout.write(`Tabplane is ready on ${ui.url}\n`);
  return ui;
}

const namesIn = (lists: readonly string[] = []): string[] => lists.flatMap((list) => list.split(',')).filter(Boolean);

async function serve(options: Options): Promise<NodeHost> {
  const session = await sessionOf(options);
  const given = await readServerFlags({ ...options, ...(session && flagsOfSession(session)) });
  const option = (name: string): string | undefined => options[name]?.at(-1);
  const securePort = portNumber('secure-port', option('secure-port'));
  const port = portNumber('port', option('port')) ?? (securePort === undefined ? 8080 : undefined);
  const certificateFile = option('tls-cert-file');
  const keyFile = option('tls-private-key-file');
  const address = option('host');
  const auditLog = option('audit-log-path');
  if (Boolean(certificateFile) !== Boolean(keyFile))
    throw new FlagError('--tls-cert-file and --tls-private-key-file must be set together');
  for (const problem of warningsFor(options, securePort)) process.stderr.write(`tabplane: ${problem}\n`);
  const listening = {
    allowedHosts: namesIn(options['allowed-hosts']),
    ...(address ? { host: address } : {}),
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
  };
  const auditSink = auditLog ? { auditSink: auditLogFile(auditLog) } : {};
  const [folder, etcd] = [dataFolderOf(options), await etcdOf(options)];
  const storage = etcd ? await openServedEtcd(etcd, given.flags) : folder && (await openServed(folder, given.flags));
  const served = CLUSTER_OPTIONS.some((name) => options[name])
    ? await clusterFor(options, given, {
        ...nodeParts({ ...listening, ...auditSink }),
        ...(storage && { openStorage: async () => storage }),
      })
    : {
        own: { flags: given.flags, ...auditSink, ...controlPlaneOf(options), ...(storage && { storage }) },
        token: given.token,
      };
  const host = await (session
    ? startHost(listening, (closing) => serveSession(session, given.flags, { ...listening, ...auditSink }, closing))
    : hostOf({ ...listening, ...served.own }));
  try {
    await announce(host, option('kubeconfig'), { token: served.token, isGenerated: served.token === given.newToken });
  } catch (error) {
    await host.close();
    throw error;
  }
  return host;
}

/** Starts a host that also closes its cluster. */
async function hostOf(options: NodeHostOptions): Promise<NodeHost> {
  const { cluster } = options;
  try {
    const host = await startNodeHost(options);
    return {
      ...host,
      async close(graceMilliseconds) {
        await embeddedClusterOf(cluster)?.closeStreams();
        await host.close(graceMilliseconds);
        await cluster?.close();
      },
    };
  } catch (error) {
    await cluster?.close();
    throw error;
  }
}

/** Returns the controllers to run and the number of simulated nodes that options select. */
const controlPlaneOf = (options: Options) => ({
  controllers: controllersOf(options.controllers),
  controllerFlags: lastOf(controllerFlagsAmong(options)),
  simulatedNodes: countOf('simulated-nodes', options['simulated-nodes']?.at(-1)),
});

/** Opens the embedded cluster that options describe. Returns it and the token for the kubeconfig. */
async function clusterFor(
  options: Options,
  { flags, texts, token, newToken }: GivenFlags,
  parts: Partial<ClusterEnvironment>,
): Promise<{ own: { cluster: ForkableCluster }; token: string }> {
  const { controllerFlags, ...controlPlane } = controlPlaneOf(options);
  const isScenario = options.scenario !== undefined;
  const own = ['controllers', 'simulated-nodes'].find((name) => isScenario && options[name]);
  if (own) throw new FlagError(`--${own} cannot be combined with --scenario, which has its own`);
  const { dialect, ...serverFlags } = texts;
  const { cluster, users } = await clusterOfFiles(
    options,
    {
      flags: { ...serverFlags, ...controllerFlags },
      users: { admin: { groups: ['system:masters'], token: newToken } },
      ...(isScenario ? {} : controlPlane),
      ...(isScenario && dialect === undefined ? {} : { dialect: flags.dialect }),
    },
    parts,
  );
  return { own: { cluster }, token: token === newToken ? (users.admin?.token ?? 'admin') : token };
}

/** Returns warnings about options that have no effect and about data that can be lost. */
function warningsFor(options: Options, securePort: number | undefined): readonly string[] {
  return [
    ...(options['data-dir-sync'] && !options['data-dir'] ? ['--data-dir-sync has no effect without --data-dir'] : []),
    ...(options['data-dir-sync']?.at(-1) === 'false' && options['data-dir']
      ? ['--data-dir-sync=false: a power cut or a crash of the operating system can lose the last writes']
      : []),
    ...ETCD_OPTIONS.filter((name) => options[name] && !options['etcd-servers']).map(
      (name) => `--${name} has no effect without --etcd-servers`,
    ),
    ...(options['simulated-nodes'] && !options.controllers
      ? ['--simulated-nodes has no effect without --controllers: nothing plays the nodes']
      : []),
    ...(options.kubeconfig && securePort === undefined
      ? ['--kubeconfig without --secure-port: kubectl sends no token over plain HTTP, so its requests are anonymous']
      : []),
  ];
}

/** The last value of a repeated flag wins. */
const lastOf = (options: Options): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(options).map(([name, values]) => [name, values?.at(-1) ?? '']));

async function writeKubeconfig(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600 });
  } catch (error) {
    throw new Error(`--kubeconfig: ${path} cannot be written: ${reasonOf(error)}`);
  }
}

/** Prints the addresses, to standard error when the kubeconfig uses standard output. */
async function announce(
  host: NodeHost,
  target: string | undefined,
  { token, isGenerated }: { readonly token: string; readonly isGenerated: boolean },
): Promise<void> {
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
  if (target !== undefined) await writeKubeconfig(target, text);
  process.stdout.write(announcement);
  // Otherwise the token would be unknown to everyone.
  if (target === undefined && isGenerated) process.stdout.write(`The administrator's bearer token is ${token}\n`);
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
