import { utf8Text } from '../../api/encoding/utf8.ts';
import { agnhost, generateLogs } from './agnhost-programs.ts';
import type { ContainerSystem } from './container-system.ts';
import { bracket, cat, chmod, dd, ls, mkdir, mv, rm, stat, test, touch } from './file-programs.ts';
import { mountTest } from './mount-test.ts';
import { curl, dig, nc, nslookup, wget } from './network-programs.ts';
import type { Program, ProgramContext, Running } from './program.ts';
import { shellNamed } from './shell.ts';
import { tar } from './tar/tar.ts';
import { awk, grep, head, hexdump, printf, seq, tail, wc } from './text-programs.ts';

const SHELLS = ['ash', 'bash', 'sh'];

const PROGRAM_FOLDERS = /^(\/usr)?(\/local)?\/s?bin\/|^\/(?=agnhost$)/;

/** Returns the program with a name or path; undefined when the container has none. */
export function programOf(name: string): Program | undefined {
  const short = name.replace(PROGRAM_FOLDERS, '');
  if (SHELLS.includes(short)) return shellNamed(name);
  return Object.hasOwn(PROGRAMS, short) ? PROGRAMS[short] : undefined;
}

const printing = (textOf: (context: ProgramContext, args: readonly string[]) => string): Program =>
  function* (args, context) {
    yield* context.stdout(textOf(context, args));
    return 0;
  };

/** Returns a program that ends immediately. */
const ending = (code: number): Program =>
  function* (_, { stdout }) {
    yield* stdout('');
    return code;
  };

const PROGRAMS: Readonly<Record<string, Program>> = {
  ':': ending(0),
  '[': bracket,
  agnhost,
  awk,
  cat,
  chmod,
  curl,
  date: printing(({ system }) => `${dateText(new Date(system.clock.now()))}\n`),
  dd,
  dig,
  echo: printing((_, args) => echoText(args)),
  env: printing(({ environment }) => environmentText(environment)),
  false: ending(1),
  getent,
  grep,
  head,
  hexdump,
  hostname: printing(({ system }, args) => `${ownName(system, args)}\n`),
  id: printing(({ system }, args) => `${identity(system, args)}\n`),
  ip,
  'logs-generator': generateLogs,
  ls,
  mkdir,
  mounttest: mountTest,
  mv,
  nc,
  nslookup,
  printenv,
  printf,
  ps: printing(({ system }) => processTable(system)),
  pwd: printing(({ folder }) => `${folder}\n`),
  rm,
  seq,
  sleep,
  stat,
  sysctl,
  tail,
  tar,
  test,
  touch,
  true: ending(0),
  wc,
  wget,
  whoami: printing(({ system }) => `${userName(system.user)}\n`),
};

/** Returns the addresses and names in `/etc/hosts`, by line. */
const knownHosts = ({ files }: ContainerSystem): string[][] =>
  utf8Text(files.read('/etc/hosts') ?? new Uint8Array())
    .split('\n')
    .map((line) => line.replace(/#.*/, '').split(/\s+/));

/** Prints the lines of `/etc/hosts` with a name, as `getent hosts` does. */
function* getent([database = '', name = '']: readonly string[], { system, stdout }: ProgramContext): Running<number> {
  const found = database === 'hosts' ? knownHosts(system).filter(([, ...names]) => names.includes(name)) : [];
  yield* stdout(found.map(([address = '', ...names]) => `${address.padEnd(15)} ${names.join(' ')}\n`).join(''));
  return found.length > 0 ? 0 : 2;
}

/** Returns the name of the pod, or its address or full name according to a flag. */
function ownName(system: ContainerSystem, [flag = '']: readonly string[]): string {
  const own = knownHosts(system).find(([, ...names]) => names.includes(system.hostname));
  if (flag === '-i') return own?.[0] ?? '';
  return (flag === '-f' ? own?.[1] : undefined) ?? system.hostname;
}

/** Changes the network of the pod, which only privileged containers may do. */
function* ip([what = '', action = '']: readonly string[], { system, stdout, stderr }: ProgramContext): Running<number> {
  const isChange = what === 'link' && ['add', 'del', 'delete', 'set'].includes(action);
  if (isChange && !system.managesNetwork) {
    yield* stderr('ip: RTNETLINK answers: Operation not permitted\n');
    return 2;
  }
  yield* stdout('');
  return 0;
}

/** Prints the values of variables, as `printenv` does; all variables without names. */
function* printenv(names: readonly string[], { environment, stdout }: ProgramContext): Running<number> {
  const values = names.flatMap((name) => environment.get(name) ?? []);
  yield* stdout(names.length === 0 ? environmentText(environment) : values.map((value) => `${value}\n`).join(''));
  return values.length === names.length ? 0 : 1;
}

const environmentText = (environment: ReadonlyMap<string, string>): string =>
  [...environment].map(([name, value]) => `${name}=${value}\n`).join('');

/** Returns the output of `id`: users and groups, or the one that a flag selects. */
function identity({ user, groups }: ContainerSystem, [flag = '']: readonly string[]): string {
  if (flag === '-u') return String(user);
  if (flag === '-g') return String(groups[0]);
  if (flag === '-G') return groups.join(' ');
  const named = (id = 0): string => (id === 0 ? '0(root)' : String(id));
  return `uid=${named(user)} gid=${named(groups[0])} groups=${groups.map(named).join(',')}`;
}

/** Prints kernel parameters of the pod. */
function* sysctl(names: readonly string[], { system, stdout, stderr }: ProgramContext): Running<number> {
  let code = 0;
  for (const name of names) {
    const value = system.sysctls.get(name);
    if (value !== undefined) yield* stdout(`${name} = ${value}\n`);
    else {
      yield* stderr(`sysctl: error: '${name}' is an unknown key\n`);
      code = 1;
    }
  }
  return code;
}

const userName = (user: number): string => (user === 0 ? 'root' : user === 65534 ? 'nobody' : String(user));

const processTable = ({ mainCommand, user }: ContainerSystem): string =>
  [
    'PID   USER     TIME  COMMAND',
    ...[[1, mainCommand] as const, [7, 'ps'] as const].map(
      ([id, command]) => `${String(id).padStart(5)} ${userName(user).padEnd(8)}  0:00 ${command}`,
    ),
    '',
  ].join('\n');

/** Returns a time in the format of `date`: `Wed Nov 15 08:04:05 UTC 2023`. */
function dateText(date: Date): string {
  const [weekday, day, month, year, time] = date.toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} UTC ${year}`;
}

function echoText(args: readonly string[]): string {
  const isLineOpen = args[0] === '-n';
  return args.slice(isLineOpen ? 1 : 0).join(' ') + (isLineOpen ? '' : '\n');
}

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

function* sleep(args: readonly string[], { stderr }: ProgramContext): Running<number> {
  let seconds = 0;
  for (const arg of args) {
    const [, number, unit = ''] = /^(\d+(?:\.\d+)?|\.\d+)([smhd]?)$/.exec(arg) ?? [];
    if (number === undefined) {
      yield* stderr(`sleep: invalid number '${arg}'\n`);
      return 1;
    }
    seconds += Number(number) * (SECONDS[unit] ?? 1);
  }
  if (args.length === 0) {
    yield* stderr('sleep: missing operand\n');
    return 1;
  }
  yield { kind: 'sleep', milliseconds: seconds * 1000 };
  return 0;
}
