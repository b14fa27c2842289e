import { readDuration } from '../../../api/values/duration.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { AnyObject, Command, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { flag } from '../../command-line/flags.ts';
import { items, member, string } from '../../describe/fields.ts';
import { ifFound } from '../../objects/if-found.ts';
import { groupKindOf } from '../../objects/resource-types.ts';
import { addressOf, readObjects, type Target, targetOf, targetsOf } from '../../objects/targets.ts';
import { findJsonPath, valueText } from '../../output/json-path.ts';
import { reportAll } from '../get.ts';
import { ALL, ALL_NAMESPACES, FILE_FLAGS, SELECTOR_FLAGS } from '../shared-flags.ts';

/** Milliseconds between two reads of an object. */
const INTERVAL = 500;

/** Decides whether an object, or its absence, is what is awaited. */
type IsMet = (object: AnyObject | undefined) => boolean;

export const wait: Command = {
  name: 'wait',
  usage: 'TYPE NAME | TYPE/NAME --for=condition=NAME[=VALUE] | delete | jsonpath=PATH=VALUE',
  summary: 'Wait until objects are in a state.',
  examples: [
    'wait --for=condition=Ready pod/web',
    'wait --for=delete pod/web --timeout=60s',
    "wait --for=jsonpath='{.status.phase}'=Running pod/web",
  ],
  completes: 'type-name',
  flags: [
    ...FILE_FLAGS,
    ...SELECTOR_FLAGS,
    ALL,
    ALL_NAMESPACES,
    flag('for', 'string', 'State to wait for.'),
    flag('timeout', 'duration', 'Longest time to wait.', '30s'),
  ],
  async run(invocation) {
    const { flags } = invocation;
    const wanted = flags.text('for');
    const isMet = readState(wanted);
    const isDeletion = wanted.toLowerCase() === 'delete';
    const failures: unknown[] = [];
    const targets = await findTargets(invocation, isDeletion);
    if (targets.length === 0 && !isDeletion) throw failure('no matching resources found');
    for (const target of targets) {
      try {
        await until(invocation, target, isMet, isDeletion);
        invocation.out(`${groupKindOf(target.resource)}/${target.name} condition met\n`);
      } catch (error) {
        failures.push(error);
      }
    }
    return reportAll(failures, invocation);
  },
};

async function findTargets(invocation: Invocation, isDeletion: boolean): Promise<Target[]> {
  const found: Target[] = [];
  for (const target of await targetsOf(invocation)) {
    try {
      for (const { object, resource } of await readObjects(invocation, [target]))
        found.push(targetOf(resource, object));
    } catch (error) {
      if (!(isDeletion && error instanceof ApiError && error.isNotFound)) throw error;
    }
  }
  return found;
}

function readState(text: string): IsMet {
  if (text.toLowerCase() === 'delete') return (object) => object === undefined;
  const condition = /^condition=([^=]+)(?:=(.*))?$/.exec(text);
  if (condition) {
    const [, type = '', value = 'true'] = condition;
    return (object) =>
      items(object, 'status', 'conditions').some(
        (each) =>
          string(each, 'type').toLowerCase() === type.toLowerCase() &&
          isCurrent(each, object) &&
          string(each, 'status').toLowerCase() === value.toLowerCase(),
      );
  }
  const path = /^jsonpath=(.*?\})(?:=+(.*))?$/.exec(text);
  if (path) {
    const [, expression = '', value] = path;
    return (object) => {
      const found = findJsonPath(expression, object);
      return value === undefined
        ? found.length > 0
        : found.length === 1 && valueText(found[0]) === value.replace(/^(["'])(.*)\1$/, '$2');
    };
  }
  throw failure(`unrecognized condition: ${JSON.stringify(text)}`);
}

/** Reports whether a condition is about the present spec: a controller that has not seen a change has not judged it. */
function isCurrent(condition: unknown, object: AnyObject | undefined): boolean {
  const observed = member(condition, 'observedGeneration') ?? member(object, 'status', 'observedGeneration');
  return observed === undefined || Number(observed) >= (object?.metadata.generation ?? 0);
}

/** @param isDeletion an object with another UID is not the one that is awaited, which is gone then */
async function until(
  { client, environment, flags, signal }: Invocation,
  target: Target,
  isMet: IsMet,
  isDeletion: boolean,
): Promise<void> {
  const timeout = readDuration(flags.text('timeout'));
  let uid: string | undefined;
  for (let waited = 0; ; waited += INTERVAL) {
    const object = await ifFound(client.get<AnyObject>(addressOf(target)));
    uid ??= object?.metadata.uid;
    if (isMet(object) || (isDeletion && object?.metadata.uid !== uid)) return;
    if (waited >= timeout)
      throw failure(`timed out waiting for the condition on ${target.resource.resource}/${target.name}`);
    await environment.sleep(INTERVAL, signal);
  }
}
