import { utf8Text } from '../../api/encoding/utf8.ts';
import { parseDuration } from '../../api/values/duration.ts';
import { mountTest } from './mount-test.ts';
import type { Program, ProgramContext, Running } from './program.ts';

/** Returns the values of a keyword in the resolver's configuration. */
function resolverValues({ system }: ProgramContext, keyword: string): string[] {
  const lines = utf8Text(system.files.read('/etc/resolv.conf') ?? new Uint8Array()).split('\n');
  return lines.filter((line) => line.startsWith(`${keyword} `)).map((line) => line.slice(keyword.length + 1));
}

const COMMANDS: Readonly<Record<string, Program>> = {
  *'dns-suffix'(_, context) {
    yield* context.stdout(`${resolverValues(context, 'search').join(' ').replaceAll(' ', ',')}\n`);
    return 0;
  },
  *'dns-server-list'(_, context) {
    yield* context.stdout(`${resolverValues(context, 'nameserver').join(',')}\n`);
    return 0;
  },
  'logs-generator': generateLogs,
  mounttest: mountTest,
  pause,
  'test-service-account-issuer-discovery': validateToken,
};

/** Kubernetes' test program, limited to commands that exit. */
export function* agnhost([name = '', ...args]: readonly string[], context: ProgramContext): Running<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return yield* command(args, context);
  yield* context.stderr(`Error: unknown command ${JSON.stringify(name)} for "app"\n`);
  return 1;
}

const DAY = 86_400_000;

/** Waits until it is stopped. */
function* pause(_: readonly string[], { stdout }: ProgramContext): Running<number> {
  yield* stdout('Paused\n');
  for (;;) yield { kind: 'sleep', milliseconds: DAY };
}

/** Prints a report about the token in a file, like a client that has found its issuer's keys. */
function* validateToken(args: readonly string[], { system, stdout, stderr }: ProgramContext): Running<number> {
  const path = args.find((arg) => arg.startsWith('--token-path='))?.slice('--token-path='.length) ?? '';
  const token = utf8Text(system.files.read(path) ?? new Uint8Array());
  if (token.split('.').length !== 3) {
    yield* stderr(`open ${path}: no such file or directory\n`);
    return 1;
  }
  yield* stdout('OK: Got token\nOK: Validated signature on JWT\nOK: Got valid claims from token!\n');
  return 0;
}

const METHODS = ['GET', 'POST', 'PUT'];
const NAMESPACES = ['kube-system', 'default', 'ns'];

/** Prints lines that look like those of an API server, at regular intervals over a duration. */
export function* generateLogs(args: readonly string[], { system, stdout, stderr }: ProgramContext): Running<number> {
  const flagOf = (name: string): string => {
    const at = args.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
    if (at < 0) return '';
    return args[at]?.includes('=') ? args[at].slice(name.length + 3) : (args[at + 1] ?? '');
  };
  const total = Number(flagOf('log-lines-total'));
  const duration = parseDuration(flagOf('run-duration'));
  if (!(total > 0) || !duration) {
    yield* stderr('Invalid total number of lines or duration\n');
    return 1;
  }
  for (let index = 0; index < total; index++) {
    const [, month, day, time] = /^\d+-(\d+)-(\d+)T([\d:.]+)/.exec(new Date(system.clock.now()).toISOString()) ?? [];
    const path = `/api/v1/namespaces/${NAMESPACES[index % 3]}/pods/${(index + 1).toString(36).padStart(3, 'p')}`;
    const line = `${index} ${METHODS[Math.floor(index / 3) % 3]} ${path} ${200 + ((index * 37) % 400)}`;
    yield* stdout(`I${month}${day} ${time}000       1 logs_generator.go:76] ${line}\n`);
    yield { kind: 'sleep', milliseconds: duration / total };
  }
  return 0;
}
