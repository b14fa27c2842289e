import type { NetworkRequest, RecordType } from './network.ts';
import type { ProgramContext, Running } from './program.ts';

/** Flags of these programs that take a value. */
const WITH_VALUE = [
  '-w',
  '-m',
  '-X',
  '-o',
  '-O',
  '-T',
  '-H',
  '--connect-timeout',
  '--max-time',
  '--request',
  '--interface',
  '-d',
  '--data',
  '--post-data',
];

/** Returns the value of the first of several flags that is given, as in `--data=text` or `-d text`. */
function flagValue(args: readonly string[], ...flags: readonly string[]): string | undefined {
  for (const [index, arg] of args.entries()) {
    if (flags.includes(arg)) return args[index + 1];
    const flag = flags.find((each) => arg.startsWith(`${each}=`));
    if (flag !== undefined) return arg.slice(flag.length + 1);
  }
  return undefined;
}

/** Returns the arguments that are neither flags nor values of flags. */
const operandsOf = (args: readonly string[]): string[] =>
  args.filter((arg, index) => !arg.startsWith('-') && !WITH_VALUE.includes(args[index - 1] ?? ''));

const hasFlag = (args: readonly string[], flag: string): boolean =>
  args.some((arg) => /^-[A-Za-z]+$/.test(arg) && arg.includes(flag));

function* send(request: NetworkRequest): Running<string | undefined> {
  return (yield { kind: 'request', request }) as string | undefined;
}

const COULD_NOT_CONNECT = 7;

/** Prints the response of a server. */
export function* curl(args: readonly string[], { stdout, stderr }: ProgramContext): Running<number> {
  const [target = ''] = operandsOf(args);
  const body = flagValue(args, '-d', '--data');
  const url = /^\w+:\/\//.test(target) ? target : `http://${target}`;
  if (!URL.canParse(url)) {
    yield* stderr('curl: (3) URL using bad/illegal format or missing URL\n');
    return 3;
  }
  const method = flagValue(args, '-X', '--request') ?? methodFor(body);
  const answer = yield* send({ protocol: 'http', url, method, body });
  if (answer !== undefined) {
    yield* stdout(answer);
    return 0;
  }
  const { hostname, port } = new URL(url);
  const isSilent = hasFlag(args, 's') && !hasFlag(args, 'S');
  yield* stderr(isSilent ? '' : `curl: (7) Failed to connect to ${hostname} port ${port || 80}: Connection refused\n`);
  return COULD_NOT_CONNECT;
}

const methodFor = (body: string | undefined): string => (body === undefined ? 'GET' : 'POST');

/** Prints a server's response, as `wget -qO-` does. */
export function* wget(args: readonly string[], { stdout, stderr }: ProgramContext): Running<number> {
  const [target = ''] = operandsOf(args);
  const url = /^\w+:\/\//.test(target) ? target : `http://${target}`;
  const body = flagValue(args, '--post-data');
  const answer = URL.canParse(url) ? yield* send({ protocol: 'http', url, method: methodFor(body), body }) : undefined;
  if (answer === undefined) yield* stderr(`wget: can't connect to remote host: Connection refused\n`);
  else yield* stdout(answer);
  return Number(answer === undefined);
}

/** Connects to a port, or sends the input to it as a datagram and prints the response. */
export function* nc(args: readonly string[], { read, stdout, stderr }: ProgramContext): Running<number> {
  const [host = '', port = ''] = operandsOf(args);
  const protocol = hasFlag(args, 'u') ? 'udp' : 'tcp';
  let data = '';
  const decoder = new TextDecoder();
  if (!hasFlag(args, 'z'))
    for (let chunk = yield* read(); chunk; chunk = yield* read()) data += decoder.decode(chunk, { stream: true });
  const answer = yield* send({ protocol, host, port: Number(port), data });
  const isVerbose = hasFlag(args, 'v');
  const target = `${host} ${port} port [${protocol}/*]`;
  if (answer === undefined) {
    yield* stderr(isVerbose ? `nc: connect to ${host} port ${port} (${protocol}) failed: Connection refused\n` : '');
    return 1;
  }
  yield* stderr(isVerbose ? `Connection to ${target} succeeded!\n` : '');
  yield* stdout(answer);
  return 0;
}

/** Prints the addresses of a name. */
export function* nslookup(args: readonly string[], { stdout }: ProgramContext): Running<number> {
  const [host = ''] = operandsOf(args);
  const addresses = yield* send({ protocol: 'dns', host });
  const answers = (addresses ?? '').split('\n').map((address) => `\nName:\t${host}\nAddress: ${address}\n`);
  yield* stdout(addresses ? answers.join('').slice(1) : `** server can't find ${host}: NXDOMAIN\n`);
  return Number(!addresses);
}

const RECORD_TYPES: readonly RecordType[] = ['A', 'CNAME', 'PTR', 'SRV'];

/** Prints the records of a name, or only their values after `+short`. Other options have no effect. */
export function* dig(args: readonly string[], { stdout }: ProgramContext): Running<number> {
  const [host = '', wanted = 'A'] = args.filter((arg) => !/^[-+@]/.test(arg));
  const type = RECORD_TYPES.find((each) => each === wanted.toUpperCase());
  const values = type && (yield* send({ protocol: 'dns', host, type }));
  const lines = values?.split('\n') ?? [];
  const start = args.includes('+short') ? '' : `${host.replace(/\.$/, '')}.\t5\tIN\t${type}\t`;
  yield* stdout(lines.map((value) => `${start}${value}\n`).join(''));
  return 0;
}
