import type { WriteOptions } from '../../client/api-client.ts';
import type { AnyObject, Invocation } from '../command.ts';
import { failure } from '../command-error.ts';
import { nameOf, printValue } from '../output/print-values.ts';

type DryRun = 'none' | 'client' | 'server';

/** Returns the value of `--dry-run`. @throws CommandError */
export function dryRunOf({ flags }: Invocation): DryRun {
  const value = flags.text('dry-run') || 'none';
  if (value === 'none' || value === 'client' || value === 'server') return value;
  if (value === 'unchanged')
    throw failure('--dry-run=unchanged is not supported: use --dry-run=client or --dry-run=server');
  throw failure(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`);
}

const VALIDATIONS: Readonly<Record<string, 'Strict' | 'Warn' | 'Ignore'>> = {
  ...{ strict: 'Strict', true: 'Strict', warn: 'Warn', ignore: 'Ignore', false: 'Ignore' },
};

/** Returns the options of a write. */
export function writeOptionsOf(invocation: Invocation): WriteOptions {
  const { flags } = invocation;
  const validation = VALIDATIONS[flags.text('validate').toLowerCase()];
  return {
    dryRun: dryRunOf(invocation) === 'server',
    fieldManager: flags.text('field-manager') || 'kubectl',
    ...(validation ? { fieldValidation: validation } : {}),
  };
}

const SUFFIXES: Readonly<Record<DryRun, string>> = { none: '', client: ' (dry run)', server: ' (server dry run)' };

/** Returns what follows the verb in a message: ` (server dry run)`. */
export const dryRunSuffix = (invocation: Invocation): string => SUFFIXES[dryRunOf(invocation)];

/** Prints a written object: in the format of `-o`, or `configmap/web created`. */
export function printWritten(
  invocation: Invocation,
  object: AnyObject,
  verb: string,
  suffix = dryRunSuffix(invocation),
): void {
  const { flags, out } = invocation;
  const output = flags.text('output');
  if (output) out(printValue(object, output, { showManagedFields: flags.is('show-managed-fields') }));
  else out(`${nameOf(object)} ${verb}${suffix}\n`);
}
