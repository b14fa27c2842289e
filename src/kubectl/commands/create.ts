import type { AnyObject, Command, Invocation } from '../command.ts';
import { failure, withSource } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { ifFound } from '../objects/if-found.ts';
import { applyAnnotation } from '../objects/last-applied.ts';
import { readText } from '../objects/manifests.ts';
import { addressOf, targetsOf } from '../objects/targets.ts';
import { DELETE_FLAGS, deleteTargets } from './delete.ts';
import { reportAll } from './get.ts';
import { FILE_FLAGS, OUTPUT_FLAGS, VALIDATE, writeFlags } from './shared-flags.ts';
import { dryRunOf, printWritten, writeOptionsOf } from './write-options.ts';

export const SAVE_CONFIG = flag(
  'save-config',
  'bool',
  'Store the object in the annotation that "apply" compares with.',
);

export const create: Command = {
  name: 'create',
  usage: '-f FILE',
  summary: 'Create objects from a file or from the input.',
  examples: ['create -f -', 'create deployment web --image=nginx', 'help create'],
  completes: 'none',
  flags: [
    ...OUTPUT_FLAGS,
    ...FILE_FLAGS,
    ...writeFlags('kubectl-create'),
    VALIDATE,
    SAVE_CONFIG,
    flag('raw', 'string', 'Path to which the file is posted.'),
  ],
  async run(invocation) {
    const { flags, client, out } = invocation;
    if (flags.args.length > 0) throw failure(`unknown generator ${JSON.stringify(flags.args[0])}: see "help create"`);
    if (!flags.has('filename')) throw failure('must specify one of -f and -k');
    if (flags.has('raw')) {
      const body = await readText(invocation, flags.list('filename')[0] ?? '-');
      const headers = { 'content-type': 'application/json' };
      out(await (await client.request(flags.text('raw'), { method: 'POST', body, headers })).text());
      return 0;
    }
    const failures: unknown[] = [];
    for (const { object, source, ...target } of await targetsOf(invocation, [], { allowsGeneratedNames: true })) {
      if (!object) continue;
      try {
        const { name, ...collection } = addressOf(target);
        const wanted = flags.is('save-config') ? applyAnnotation(object, invocation.environment.dialect()) : object;
        const isSent = dryRunOf(invocation) !== 'client';
        const created = isSent
          ? await client.create<AnyObject>(collection, wanted, writeOptionsOf(invocation))
          : wanted;
        printWritten(invocation, created, 'created');
      } catch (error) {
        failures.push(withSource(error, 'creating', source ?? ''));
      }
    }
    return reportAll(failures, invocation);
  },
};

export const replace: Command = {
  name: 'replace',
  usage: '-f FILE',
  summary: 'Replace objects by those of a file or the input.',
  examples: ['get deployment web -o yaml', 'replace -f -'],
  completes: 'none',
  flags: [
    ...OUTPUT_FLAGS,
    ...FILE_FLAGS,
    ...writeFlags('kubectl-replace'),
    VALIDATE,
    SAVE_CONFIG,
    ...DELETE_FLAGS,
    flag('subresource', 'string', 'status or scale.'),
    flag('raw', 'string', 'Path to which the file is put.'),
  ],
  async run(invocation) {
    const { flags, client, out } = invocation;
    if (!flags.has('filename')) throw failure('must specify one of -f and -k');
    if (flags.has('raw')) {
      const body = await readText(invocation, flags.list('filename')[0] ?? '-');
      const headers = { 'content-type': 'application/json' };
      out(await (await client.request(flags.text('raw'), { method: 'PUT', body, headers })).text());
      return 0;
    }
    return flags.is('force') ? recreate(invocation) : replaceAll(invocation);
  },
};

async function replaceAll(invocation: Invocation): Promise<number> {
  const { flags, client } = invocation;
  const failures: unknown[] = [];
  for (const { object, source, ...target } of await targetsOf(invocation)) {
    if (!object) continue;
    try {
      const address = addressOf(target, flags.text('subresource'));
      const wanted = flags.is('save-config') ? applyAnnotation(object, invocation.environment.dialect()) : object;
      const live = await client.get<AnyObject>(address);
      const { resourceVersion = live.metadata.resourceVersion } = wanted.metadata;
      const versioned = {
        ...wanted,
        metadata: { ...wanted.metadata, ...(resourceVersion ? { resourceVersion } : {}) },
      } as AnyObject;
      const isSent = dryRunOf(invocation) !== 'client';
      const written = isSent
        ? await client.update<AnyObject>(address, versioned, writeOptionsOf(invocation))
        : versioned;
      printWritten(invocation, written, 'replaced');
    } catch (error) {
      failures.push(withSource(error, 'replacing', source ?? ''));
    }
  }
  return reportAll(failures, invocation);
}

/** Deletes the objects and creates them again. */
async function recreate(invocation: Invocation): Promise<number> {
  const targets = await targetsOf(invocation);
  const { client } = invocation;
  const existing: typeof targets = [];
  for (const target of targets) if (await ifFound(client.get(addressOf(target)))) existing.push(target);
  const code = await deleteTargets(invocation, existing, 'deleted');
  if (code !== 0) return code;
  for (const { object, ...target } of targets) {
    if (!object) continue;
    const { name, ...collection } = addressOf(target);
    printWritten(
      invocation,
      await client.create<AnyObject>(collection, object, writeOptionsOf(invocation)),
      'replaced',
    );
  }
  return 0;
}
