import type { PatchType } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { readYaml } from '../../schema/yaml/yaml-to-json.ts';
import type { AnyObject, Command } from '../command.ts';
import { failure } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { readText } from '../objects/manifests.ts';
import { kindText } from '../objects/resource-types.ts';
import { sameValue } from '../objects/same-value.ts';
import { addressOf, requireResource, targetsOf } from '../objects/targets.ts';
import { FILE_FLAGS, OUTPUT_FLAGS, writeFlags } from './shared-flags.ts';
import { dryRunOf, printWritten, writeOptionsOf } from './write-options.ts';

const TYPES = ['json', 'merge', 'strategic'];
const UNSUPPORTED_TYPE = 415;

export const patch: Command = {
  name: 'patch',
  usage: 'TYPE NAME -p PATCH',
  summary: 'Change fields of an object by a patch.',
  examples: [
    `patch deployment web -p '{"spec":{"replicas":3}}'`,
    `patch node a --type=json -p '[{"op":"remove","path":"/spec/taints"}]'`,
  ],
  completes: 'type-name',
  flags: [
    ...OUTPUT_FLAGS,
    ...FILE_FLAGS,
    ...writeFlags('kubectl-patch'),
    flag('patch,p', 'string', 'The patch, in JSON or YAML.'),
    flag('patch-file', 'string', 'File with the patch.'),
    flag('type', 'string', 'strategic, merge or json.', 'strategic'),
    flag('subresource', 'string', 'status or scale.'),
  ],
  async run(invocation) {
    const { flags, client } = invocation;
    requireResource(invocation);
    const type = flags.text('type');
    if (!TYPES.includes(type)) throw failure(`--type must be one of [${TYPES.join(' ')}], not ${JSON.stringify(type)}`);
    if (!flags.has('patch') && !flags.has('patch-file'))
      throw failure('must specify --patch or --patch-file containing the contents of the patch');
    const text = flags.has('patch-file') ? await readText(invocation, flags.text('patch-file')) : flags.text('patch');
    const value = readPatch(text);
    for (const target of await targetsOf(invocation)) {
      const address = addressOf(target, flags.text('subresource'));
      const live = await client.get<AnyObject>(address);
      const options = { ...writeOptionsOf(invocation), dryRun: dryRunOf(invocation) !== 'none' };
      const written = await client
        .patch<AnyObject>(address, type as PatchType, value, options)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== UNSUPPORTED_TYPE) throw error;
          throw failure(
            `application/strategic-merge-patch+json is not supported by ${kindText(target.resource).replace(/^\//, '')}: ${error.status.message}`,
          );
        });
      const isUnchanged = sameValue(withoutTimes(live), withoutTimes(written));
      printWritten(invocation, written, isUnchanged ? 'patched (no change)' : 'patched', '');
    }
  },
};

const withoutTimes = ({ metadata: { managedFields, resourceVersion, ...metadata }, ...rest }: AnyObject): object => ({
  ...rest,
  metadata,
});

function readPatch(text: string): unknown {
  try {
    return readYaml(text);
  } catch {
    throw failure(`unable to parse ${JSON.stringify(text)}: yaml: the patch is neither JSON nor YAML`);
  }
}
