import { resourcePath } from '../../../client/resource-path.ts';
import type { AnyObject, Command, Invocation } from '../../command.ts';
import { CommandError, failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { items, member, string } from '../../describe/fields.ts';
import { attachablePod, defaultContainer } from './attachable-pod.ts';
import { runRemoteProcess } from './remote-process.ts';

const STREAM_FLAGS = [
  flag('container,c', 'string', 'Container; the first one by default.'),
  flag('stdin,i', 'bool', 'Pass input to the process.'),
  flag('tty,t', 'bool', 'Give the process a terminal; needs -i.'),
  flag('quiet,q', 'bool', 'Print only the output of the process.'),
  flag('pod-running-timeout', 'duration', 'Accepted for compatibility.', '1m0s'),
];

export const exec: Command = {
  name: 'exec',
  usage: '(POD | TYPE/NAME) [-c CONTAINER] -- COMMAND [ARGS]',
  summary: 'Run a command in a container.',
  examples: ['exec web -- ls /etc', 'exec -it web -- sh', 'exec deployment/web -c app -- env'],
  completes: 'pods',
  flags: STREAM_FLAGS,
  async run(invocation) {
    const { args, dashIndex } = invocation.flags;
    const [argument] = dashIndex === 0 ? [] : args;
    if (argument === undefined) throw failure('pod, type/name or --filename must be specified');
    const command = args.slice(dashIndex ?? 1);
    if (dashIndex === undefined && command.length > 0 && !invocation.flags.is('quiet'))
      invocation.err(
        'kubectl exec [POD] [COMMAND] is DEPRECATED and will be removed in a future version. Use kubectl exec [POD] -- [COMMAND] instead.\n',
      );
    if (command.length === 0) throw failure('you must specify at least one command for the container');
    const { pod } = await attachablePod(invocation, argument, 'attach to');
    const container = containerIn(invocation, pod, 'exec');
    return start(invocation, pod, 'exec', { container, command, isTerminal: invocation.flags.is('tty') });
  },
};

export const attach: Command = {
  name: 'attach',
  usage: '(POD | TYPE/NAME) [-c CONTAINER]',
  summary: 'Follow the output of a running container, and pass input to it.',
  examples: ['attach web', 'attach -it shell'],
  completes: 'pods',
  flags: STREAM_FLAGS,
  async run(invocation) {
    const { flags, err } = invocation;
    const [argument, second] = flags.args;
    if (argument === undefined) throw failure('at least 1 argument is required for attach');
    if (second !== undefined)
      throw failure(`expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw 2: ${flags.args.join(' ')}`);
    const { pod } = await attachablePod(invocation, argument, 'attach to');
    const container = containerIn(invocation, pod, 'attach');
    const isTerminal = items(pod, 'spec', 'containers').some(
      (each) => string(each, 'name') === container && member(each, 'tty') === true,
    );
    if (flags.is('tty') && !isTerminal && !flags.is('quiet'))
      err(`error: Unable to use a TTY - container ${container} did not allocate one\n`);
    if (!flags.is('quiet')) err("If you don't see a command prompt, try pressing enter.\n");
    return start(invocation, pod, 'attach', { container, command: [], isTerminal });
  },
};

/** Returns the container of `--container`, or the default one. @throws CommandError when the pod has ended */
function containerIn(invocation: Invocation, pod: AnyObject, subresource: 'exec' | 'attach'): string {
  const phase = string(pod, 'status', 'phase');
  if (phase === 'Succeeded' || phase === 'Failed')
    throw failure(
      subresource === 'exec'
        ? `cannot exec into a container in a completed pod; current phase is ${phase}`
        : `cannot attach a container in a completed pod; current phase is ${phase}`,
    );
  return invocation.flags.text('container') || defaultContainer(invocation, pod);
}

interface RemoteCommand {
  readonly container: string;
  readonly command: readonly string[];
  /** Whether the process should have, or has, a terminal. */
  readonly isTerminal: boolean;
}

/** Connects the terminal or the pipe of a command with a process. Returns its exit code. */
async function start(
  invocation: Invocation,
  { metadata: { namespace = '', name = '' } }: AnyObject,
  subresource: 'exec' | 'attach',
  { container, command, isTerminal }: RemoteCommand,
): Promise<number> {
  const { environment, flags, err, takeTerminal, user } = invocation;
  const { openStream } = environment;
  if (!openStream)
    throw new CommandError(
      `error: ${subresource} needs a connection to the pod, which this page does not have; use kubectl itself`,
    );
  const hasInput = flags.is('stdin');
  const wantsTerminal = hasInput && isTerminal;
  if (wantsTerminal && !takeTerminal && subresource === 'exec')
    err('Unable to use a TTY - input is not a terminal or the right kind of file\n');
  const tty = wantsTerminal && (subresource === 'attach' || takeTerminal !== undefined);
  const query = new URLSearchParams([
    ...command.map((word) => ['command', word]),
    ['container', container],
    ...(hasInput ? [['stdin', 'true']] : []),
    ['stdout', 'true'],
    ...(tty ? [['tty', 'true']] : [['stderr', 'true']]),
  ]);
  const path = resourcePath({ group: '', version: 'v1', resource: 'pods', namespace, name, subresource });
  return runRemoteProcess(invocation, {
    open: (protocols) => openStream(user, `${path}?${query}`, protocols),
    input: hasInput,
    takeTerminal: tty ? takeTerminal : undefined,
  });
}
