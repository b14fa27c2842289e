import { LAST_APPLIED_ANNOTATION } from '../../api/kubernetes-names.ts';
import { ApiError } from '../../client/api-error.ts';
import type { AnyObject, Command, Invocation } from '../command.ts';
import { CommandError, failure, withSource } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { ifFound } from '../objects/if-found.ts';
import { applyAnnotation, lastApplied } from '../objects/last-applied.ts';
import { ObjectPatcher } from '../objects/object-patcher.ts';
import { addressOf, readObjects, type Target, targetsOf } from '../objects/targets.ts';
import { printValue } from '../output/print-values.ts';
import { reportAll } from './get.ts';
import { FILE_FLAGS, OUTPUT_FLAGS, SELECTOR_FLAGS, VALIDATE, writeFlags } from './shared-flags.ts';
import { dryRunOf, printWritten, writeOptionsOf } from './write-options.ts';

export const APPLY_FLAGS = [
  ...FILE_FLAGS,
  ...SELECTOR_FLAGS,
  flag('server-side', 'bool', 'Let the server merge, and track the owners of fields.'),
  flag('force-conflicts', 'bool', 'Take over the fields of other managers. Needs --server-side.'),
];

export const apply: Command = {
  name: 'apply',
  usage: '-f FILE',
  summary: 'Create or change objects so that they are as a file or the input says.',
  examples: ['apply -f -', 'apply --server-side -f -'],
  completes: 'none',
  flags: [
    ...OUTPUT_FLAGS,
    ...APPLY_FLAGS,
    ...writeFlags('kubectl-client-side-apply'),
    VALIDATE,
    flag('overwrite', 'bool', 'Accepted for compatibility.', 'true'),
    flag('prune', 'bool', 'Not supported: delete objects with "delete -f -".'),
  ],
  async run(invocation) {
    const { flags } = invocation;
    if (!flags.has('filename')) throw failure('must specify one of -f and -k');
    if (flags.is('force-conflicts') && !flags.is('server-side'))
      throw failure('--force-conflicts only works with --server-side');
    const targets = await targetsOf(invocation, flags.args, { allowsGeneratedNames: true });
    if (targets.length === 0) throw failure('no objects passed to apply');
    if (flags.is('prune')) throw failure('the terminal does not support --prune: use "delete -f -"');
    const failures: unknown[] = [];
    const patcher = new ObjectPatcher(invocation.client, invocation.environment.dialect());
    for (const target of targets) {
      try {
        requireName(target);
        if (flags.is('server-side')) await applyOnServer(invocation, target);
        else await applyOnClient(invocation, patcher, target);
      } catch (error) {
        failures.push(error);
      }
    }
    return reportAll(failures, invocation);
  },
};

/** Fails unless a manifest names its object: apply finds the live object by its name. */
function requireName({ name, object }: Target): void {
  const { generateName } = object?.metadata ?? {};
  if (!name)
    throw failure(
      generateName ? `from ${generateName}: cannot use generate name with apply` : 'resource name may not be empty',
    );
}

/** Returns the options of a server-side apply. */
export const applyOptionsOf = (invocation: Invocation) => ({
  ...writeOptionsOf(invocation),
  fieldManager: invocation.flags.has('field-manager') ? invocation.flags.text('field-manager') : 'kubectl',
  force: invocation.flags.is('force-conflicts'),
});

async function applyOnServer(invocation: Invocation, { object, ...target }: Target): Promise<void> {
  const { client } = invocation;
  if (!object) return;
  try {
    printWritten(
      invocation,
      await client.apply<AnyObject>(addressOf(target), object, applyOptionsOf(invocation)),
      'serverside-applied',
    );
  } catch (error) {
    throw conflictError(error);
  }
}

/** Explains conflicts with other managers. */
export function conflictError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 409 || !error.status.details?.causes?.length) return error;
  return new CommandError(`error: ${error.status.message}
Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`);
}

async function applyOnClient(
  invocation: Invocation,
  patcher: ObjectPatcher,
  { object, source = '', ...target }: Target,
): Promise<void> {
  if (!object) return;
  const { client, flags, err, environment } = invocation;
  const dialect = environment.dialect();
  const lastAppliedName = dialect.rename(LAST_APPLIED_ANNOTATION);
  const address = addressOf(target);
  const live = await readLive(invocation, target, source);
  const isClientOnly = dryRunOf(invocation) === 'client';
  const modified = applyAnnotation(object, dialect);
  if (!live) {
    const { name, ...collection } = address;
    const created = isClientOnly
      ? modified
      : await client.create<AnyObject>(collection, modified, writeOptionsOf(invocation)).catch((error: unknown) => {
          throw withSource(error, 'creating', source);
        });
    return printWritten(invocation, created, 'created');
  }
  if (live.metadata.annotations?.[lastAppliedName] === undefined)
    err(
      `Warning: resource ${target.resource.resource}/${target.name} is missing the ${lastAppliedName} annotation which is required by kubectl apply. kubectl apply should only be used on resources created declaratively by either kubectl create --save-config or kubectl apply. The missing annotation will be patched automatically.\n`,
    );
  if (isClientOnly) return printWritten(invocation, modified, 'configured');
  const states = { original: lastApplied(live, dialect) ?? {}, modified, current: live };
  const written = await patcher
    .patch<AnyObject>(target.resource, address, states, writeOptionsOf(invocation))
    .catch((error: unknown) => {
      throw withSource(error, 'applying patch', source);
    });
  const isUnchanged = !written && !flags.has('output');
  printWritten(invocation, written ?? live, isUnchanged ? 'unchanged' : 'configured');
}

async function readLive({ client }: Invocation, target: Target, source: string): Promise<AnyObject | undefined> {
  try {
    return await ifFound(client.get<AnyObject>(addressOf(target)));
  } catch (error) {
    throw error instanceof ApiError ? withRetrieval(error, target, source) : error;
  }
}

function withRetrieval(
  { status }: ApiError,
  { resource, name = '', namespace = '' }: Target,
  source: string,
): ApiError {
  const apiVersion = resource.group ? `${resource.group}/${resource.version}` : `/${resource.version}`;
  const subject = `Resource: "${apiVersion}, Resource=${resource.resource}", GroupVersionKind: "${apiVersion}, Kind=${resource.kind}"\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace)}\nfrom server for: ${JSON.stringify(source)}: `;
  return new ApiError({
    ...status,
    message: `error when retrieving current configuration of:\n${subject}${status.message}`,
  });
}

export const viewLastApplied: Command = {
  name: 'apply view-last-applied',
  usage: 'TYPE NAME | TYPE/NAME | -f FILE',
  summary: 'Print what was applied last.',
  completes: 'type-name',
  flags: [flag('output,o', 'string', 'yaml or json.', 'yaml'), ...FILE_FLAGS, ...SELECTOR_FLAGS],
  async run(invocation) {
    for (const { object } of await readObjects(invocation, await targetsOf(invocation))) {
      const applied = lastApplied(object, invocation.environment.dialect());
      if (!applied)
        throw failure(`no last-applied-configuration annotation found on resource: ${object.metadata.name}`);
      invocation.out(printValue(applied, invocation.flags.text('output')));
    }
  },
};

export const setLastApplied: Command = {
  name: 'apply set-last-applied',
  usage: '-f FILE',
  summary: 'Store a file as what was applied last, without other changes.',
  completes: 'none',
  flags: [
    ...OUTPUT_FLAGS,
    ...FILE_FLAGS,
    ...writeFlags('kubectl-client-side-apply'),
    flag('create-annotation', 'bool', 'Add the annotation to objects without it.'),
  ],
  async run(invocation) {
    const { flags, client, environment } = invocation;
    const dialect = environment.dialect();
    const name = dialect.rename(LAST_APPLIED_ANNOTATION);
    for (const { object, source = '', ...target } of await targetsOf(invocation)) {
      if (!object) continue;
      const live = await client.get<AnyObject>(addressOf(target));
      if (!lastApplied(live, dialect) && !flags.is('create-annotation'))
        throw failure(
          `no last-applied-configuration annotation found on resource: ${live.metadata.name}, to create the annotation, run the command with --create-annotation`,
        );
      const annotation = applyAnnotation(object, dialect).metadata.annotations?.[name];
      const patch = { metadata: { annotations: { [name]: annotation } } };
      const written = await client
        .patch<AnyObject>(addressOf(target), 'merge', patch, writeOptionsOf(invocation))
        .catch((error: unknown) => {
          throw withSource(error, 'patching', source);
        });
      printWritten(invocation, written, 'configured');
    }
  },
};
