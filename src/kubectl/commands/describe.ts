import { isOfCoreKind } from '../../api/object.ts';
import { ApiError } from '../../client/api-error.ts';
import type { AnyObject, Command, Invocation } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { describerOf, EVENTLESS } from '../describe/describers.ts';
import { Description } from '../describe/description.ts';
import { describeEvents } from '../describe/events.ts';
import { listAll } from '../objects/list-all.ts';
import { typeNamed } from '../objects/resource-types.ts';
import { type FoundObject, readObjects, type Target, targetOf, targetsOf } from '../objects/targets.ts';
import { reportAll } from './get.ts';
import { ALL_NAMESPACES, FILE_FLAGS, SELECTOR_FLAGS } from './shared-flags.ts';

export const describe: Command = {
  name: 'describe',
  usage: 'TYPE [NAME_PREFIX | -l SELECTOR] | TYPE/NAME | -f FILE',
  summary: 'Print details of objects and what happened to them.',
  examples: ['describe pod web', 'describe pods -l app=web', 'describe nodes'],
  completes: 'type-name',
  flags: [
    ...FILE_FLAGS,
    ...SELECTOR_FLAGS,
    ALL_NAMESPACES,
    flag('show-events', 'bool', 'Show events about the object.', 'true'),
    flag('chunk-size', 'int', 'Accepted for compatibility.', '500'),
  ],
  async run(invocation) {
    const { flags, out, err } = invocation;
    if (flags.args.length === 0 && !flags.has('filename'))
      throw new CommandError(
        'You must specify the type of resource to describe. Use "kubectl api-resources" for a complete list of supported resources.',
      );
    const failures: unknown[] = [];
    const found: FoundObject[] = [];
    const targets = await targetsOf(invocation, flags.args, { allowsCollections: true });
    for (const target of targets) {
      try {
        found.push(...(await readOrMatch(invocation, target)));
      } catch (error) {
        failures.push(error);
      }
    }
    const texts: string[] = [];
    for (const each of found) {
      try {
        texts.push(await descriptionOf(invocation, each));
      } catch (error) {
        failures.push(error);
      }
    }
    const isMatched = found.some(
      ({ object }, index) => object.metadata.name !== targets[index]?.name && targets[index]?.name,
    );
    out(isMatched ? texts.map((text) => `${text}\n`).join('') : texts.join('\n\n'));
    if (found.length === 0 && failures.length === 0) {
      const isPlaced = !flags.is('all-namespaces');
      err(isPlaced ? `No resources found in ${invocation.namespace} namespace.\n` : 'No resources found\n');
    }
    return reportAll(failures, invocation);
  },
};

/** Reads an object; when there is none, all objects whose names begin with its name. */
async function readOrMatch(invocation: Invocation, target: Target): Promise<FoundObject[]> {
  try {
    return await readObjects(invocation, [target]);
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound) || target.name === undefined) throw error;
    const { resource, namespace, name } = target;
    const objects = await listAll(invocation.client, resource, namespace);
    const matching = objects.filter(({ metadata }) => metadata.name?.startsWith(name));
    if (matching.length === 0) throw error;
    return matching.map((object) => ({ resource, object, target: targetOf(resource, object) }));
  }
}

async function descriptionOf(invocation: Invocation, { object, resource }: FoundObject): Promise<string> {
  const { client, environment, flags } = invocation;
  const write = describerOf(resource, environment.dialect());
  const description = new Description();
  const now = environment.now();
  const hasEvents = flags.is('show-events') && !EVENTLESS.has(write);
  const events = hasEvents ? await eventsAbout(invocation, object) : undefined;
  description.field('Name', object.metadata.name);
  await write({ object, resource, client, environment, description, now });
  describeEvents(description, events, now);
  return description.text();
}

/** Returns the events about an object; undefined when they cannot be read. Nodes report themselves by their name as UID. */
async function eventsAbout(invocation: Invocation, object: AnyObject): Promise<AnyObject[] | undefined> {
  const { client, environment } = invocation;
  const { kind, metadata } = object;
  const { name, namespace, uid } = metadata;
  const place = namespace ? [`involvedObject.namespace=${namespace}`] : [];
  try {
    const events = await typeNamed(environment, 'events');
    const found: AnyObject[] = [];
    for (const each of isOfCoreKind(object, 'Node') ? [uid, name] : [uid]) {
      const terms = [
        `involvedObject.name=${name}`,
        ...place,
        `involvedObject.kind=${kind}`,
        `involvedObject.uid=${each}`,
      ];
      found.push(...(await listAll(client, events, namespace, { fieldSelector: terms.join(',') })));
    }
    return found;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
