import { LAST_APPLIED_ANNOTATION } from '../../api/kubernetes-names.ts';
import { isRecord } from '../../api/object.ts';
import { yamlText } from '../../schema/yaml/yaml-text.ts';
import type { AnyObject, Command, Invocation } from '../command.ts';
import { CommandError, errorMessage, failure } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { ifFound } from '../objects/if-found.ts';
import { lastApplied } from '../objects/last-applied.ts';
import { ObjectPatcher } from '../objects/object-patcher.ts';
import { addressOf, type Target, targetsOf } from '../objects/targets.ts';
import { unifiedDifference } from '../output/unified-difference.ts';
import { APPLY_FLAGS, applyOptionsOf, conflictError } from './apply.ts';
import { writeFlags } from './shared-flags.ts';
import { writeOptionsOf } from './write-options.ts';

/** The exit code of errors; 1 means that there are differences. */
const ERROR_CODE = 2;

export const diff: Command = {
  name: 'diff',
  usage: '-f FILE',
  summary: 'Print what apply would change.',
  examples: ['diff -f -'],
  completes: 'none',
  flags: [
    ...APPLY_FLAGS,
    ...writeFlags('kubectl-client-side-apply').slice(1),
    flag('show-managed-fields', 'bool', 'Compare managed fields, too.'),
  ],
  async run(invocation) {
    const { flags, out } = invocation;
    if (!flags.has('filename')) throw failure('must specify one of -f and -k');
    let text = '';
    try {
      const patcher = new ObjectPatcher(invocation.client, invocation.environment.dialect());
      for (const target of await targetsOf(invocation)) text += await differenceOf(invocation, patcher, target);
    } catch (error) {
      throw new CommandError(errorMessage(error), ERROR_CODE);
    }
    out(text);
    return text === '' ? 0 : 1;
  },
};

async function differenceOf(invocation: Invocation, patcher: ObjectPatcher, target: Target): Promise<string> {
  const { environment, flags } = invocation;
  const { object, resource, namespace = '', name = '' } = target;
  if (!object) return '';
  const live = await ifFound(invocation.client.get<AnyObject>(addressOf(target)));
  const merged = flags.is('server-side')
    ? await onServer(invocation, target, object)
    : await onClient(invocation, patcher, { target, object, live });
  const file = [resource.group, resource.version, resource.kind, namespace, name].filter(Boolean).join('.');
  const textOf = (each: AnyObject | undefined): string =>
    each ? yamlText(comparable(each, flags.is('show-managed-fields'))) : '';
  const isSecret = resource.resource === 'secrets' && resource.group === '';
  const [before, after] = isSecret
    ? maskedSecrets(live, merged, environment.dialect().rename(LAST_APPLIED_ANNOTATION))
    : [live, merged];
  const time = new Date(environment.now()).toISOString().replace('T', ' ').replace('Z', '000000 +0000');
  const names = [`/tmp/LIVE-0/${file}`, `/tmp/MERGED-0/${file}`] as const;
  const body = unifiedDifference(textOf(before), textOf(after));
  return body === ''
    ? ''
    : `diff -u -N ${names[0]} ${names[1]}\n--- ${names[0]}\t${time}\n+++ ${names[1]}\t${time}\n${body}`;
}

function comparable(
  { metadata: { managedFields, ...metadata }, ...rest }: AnyObject,
  withManagedFields: boolean,
): object {
  return { ...rest, metadata: withManagedFields ? { ...metadata, managedFields } : metadata };
}

const MASK = '***';

/** Returns two states of a Secret without its values. The masks of a changed value differ: `*** (before)`, `*** (after)`. */
function maskedSecrets(
  before: AnyObject | undefined,
  after: AnyObject,
  lastAppliedKey: string,
): readonly [AnyObject | undefined, AnyObject] {
  const masked = <T extends AnyObject | undefined>(object: T, other: AnyObject | undefined, suffix: string): T => {
    if (!object) return object;
    const maskOf = (key: string, value: unknown): string => {
      const counterpart = dataOf(other)[key];
      return counterpart === undefined || counterpart === value ? MASK : `${MASK} (${suffix})`;
    };
    const data = Object.entries(dataOf(object)).map(([key, value]) => [key, maskOf(key, value)]);
    const { annotations } = object.metadata;
    // The annotation of client-side apply repeats the data.
    const metadata = annotations?.[lastAppliedKey] ? { annotations: { ...annotations, [lastAppliedKey]: MASK } } : {};
    return {
      ...object,
      ...(data.length > 0 ? { data: Object.fromEntries(data) } : {}),
      metadata: { ...object.metadata, ...metadata },
    };
  };
  return [masked(before, after, 'before'), masked(after, before, 'after')];
}

const dataOf = (object: AnyObject | undefined): Readonly<Record<string, unknown>> =>
  isRecord(object?.data) ? object.data : {};

const onServer = ({ client, ...rest }: Invocation, target: Target, object: AnyObject): Promise<AnyObject> =>
  client
    .apply<AnyObject>(addressOf(target), object, { ...applyOptionsOf({ client, ...rest }), dryRun: true })
    .catch((error: unknown) => {
      throw conflictError(error);
    });

async function onClient(
  invocation: Invocation,
  patcher: ObjectPatcher,
  {
    target,
    object,
    live,
  }: { readonly target: Target; readonly object: AnyObject; readonly live: AnyObject | undefined },
): Promise<AnyObject> {
  const { client, environment } = invocation;
  const options = { ...writeOptionsOf(invocation), dryRun: true };
  const { name, ...collection } = addressOf(target);
  if (!live) return client.create<AnyObject>(collection, object, options);
  const original = lastApplied(live, environment.dialect()) ?? {};
  const states = { original, modified: withAnnotations(object), current: live };
  return (await patcher.patch<AnyObject>(target.resource, addressOf(target), states, options)) ?? live;
}

/** Returns an object with annotations, as it was stored when it was applied. */
const withAnnotations = ({ metadata, ...rest }: AnyObject): AnyObject =>
  ({
    ...rest,
    metadata: { ...metadata, annotations: metadata.annotations ?? {} },
  }) as AnyObject;
