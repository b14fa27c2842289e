import { readDuration } from '../../../api/values/duration.ts';
import { queryText, resourcePath } from '../../../client/resource-path.ts';
import type { AnyObject, Command, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { items, string } from '../../describe/fields.ts';
import { listAll } from '../../objects/list-all.ts';
import { typeNamed } from '../../objects/resource-types.ts';
import { attachablePod, defaultContainer } from './attachable-pod.ts';

export const logs: Command = {
  name: 'logs',
  usage: 'POD | TYPE/NAME [-c CONTAINER]',
  summary: 'Print the log of a container.',
  examples: ['logs web -f', 'logs deployment/web --tail=20', 'logs -l app=web --prefix'],
  completes: 'pods',
  flags: [
    flag('container,c', 'string', 'Container; the first one by default.'),
    flag('follow,f', 'bool', 'Print new lines until Ctrl+C.'),
    flag('previous,p', 'bool', 'The container before the last restart.'),
    flag('timestamps', 'bool', 'Begin lines with their time.'),
    flag('tail', 'int', 'Number of lines from the end; -1: all.', '-1'),
    flag('since', 'duration', 'Only lines that are not older.', '0s'),
    flag('since-time', 'string', 'Only lines after this time.'),
    flag('limit-bytes', 'int', 'Largest number of bytes.', '0'),
    flag('selector,l', 'string', 'Labels of the pods.'),
    flag('all-containers', 'bool', 'The logs of all containers.'),
    flag('prefix', 'bool', 'Begin lines with the pod and the container.'),
    flag('max-log-requests', 'int', 'Accepted for compatibility.', '5'),
  ],
  async run(invocation) {
    const { flags } = invocation;
    if (flags.args.length === 0 && !flags.has('selector'))
      throw failure(
        "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command\nSee 'kubectl logs -h' for help and examples",
      );
    const sources = (await podsOf(invocation)).flatMap((pod) =>
      containersOf(invocation, pod).map((container) => ({ pod, container })),
    );
    if (flags.is('follow'))
      await Promise.all(sources.map(({ pod, container }) => printLog(invocation, pod, container)));
    else for (const { pod, container } of sources) await printLog(invocation, pod, container);
  },
};

/** Returns the pods that the arguments name. For a workload, it is its first pod. */
async function podsOf(invocation: Invocation): Promise<AnyObject[]> {
  const { client, environment, flags, namespace, err } = invocation;
  const [arg] = flags.args;
  const pods = await typeNamed(environment, 'pods');
  if (arg === undefined) {
    const found = await listAll(client, pods, namespace, { labelSelector: flags.text('selector') });
    if (found.length === 0) err(`No resources found in ${namespace} namespace.\n`);
    return found;
  }
  const { pod, others } = await attachablePod(invocation, arg, 'get the logs from');
  if (others > 0) err(`Found ${others + 1} pods, using pod/${pod.metadata.name}\n`);
  return [pod];
}

/** Returns the names of the containers whose logs are printed. */
function containersOf(invocation: Invocation, pod: AnyObject): string[] {
  const { flags } = invocation;
  const containers = items(pod, 'spec', 'containers').map((each) => string(each, 'name'));
  const initial = items(pod, 'spec', 'initContainers').map((each) => string(each, 'name'));
  if (flags.is('all-containers')) return [...initial, ...containers];
  if (flags.has('container')) {
    const name = flags.text('container');
    if (![...containers, ...initial].includes(name))
      throw failure(`container ${name} is not valid for pod ${pod.metadata.name}`);
    return [name];
  }
  return [defaultContainer(invocation, pod)];
}

async function printLog({ client, flags, out, signal }: Invocation, pod: AnyObject, container: string): Promise<void> {
  const { namespace = '', name = '' } = pod.metadata;
  const since = readDuration(flags.text('since'));
  const query = queryText({
    container,
    follow: flags.is('follow') || undefined,
    previous: flags.is('previous') || undefined,
    timestamps: flags.is('timestamps') || undefined,
    tailLines: flags.number('tail') >= 0 ? flags.number('tail') : flags.has('selector') ? 10 : undefined,
    sinceSeconds: since > 0 ? Math.ceil(since / 1000) : undefined,
    sinceTime: flags.text('since-time') || undefined,
    limitBytes: flags.number('limit-bytes') || undefined,
  });
  const path = resourcePath({ group: '', version: 'v1', resource: 'pods', namespace, name, subresource: 'log' });
  const { body } = await client.request(path + query, { signal });
  const prefix = flags.is('prefix') ? `[pod/${name}/${container}] ` : '';
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let isAtStart = true;
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    const text =
      prefix === '' ? chunk.value : `${isAtStart ? prefix : ''}${chunk.value.replace(/\n(?=.)/gs, `\n${prefix}`)}`;
    isAtStart = chunk.value.endsWith('\n');
    out(text);
  }
}
