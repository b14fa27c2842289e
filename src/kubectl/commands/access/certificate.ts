import type { AnyObject, Command } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { items } from '../../describe/fields.ts';
import { typeNamed } from '../../objects/resource-types.ts';
import { OUTPUT_FLAGS } from '../shared-flags.ts';
import { printWritten } from '../write-options.ts';

const deciding = (name: string, summary: string, type: string, done: string): Command => ({
  name: `certificate ${name}`,
  usage: 'NAME...',
  summary,
  completes: 'none',
  flags: OUTPUT_FLAGS,
  async run(invocation) {
    const { flags, client, environment } = invocation;
    if (flags.args.length === 0) throw failure('one or more CSRs must be specified as <name> or -f <filename>');
    const { group, version, resource } = await typeNamed(environment, 'certificatesigningrequests');
    for (const each of flags.args) {
      const address = { group, version, resource, name: each.replace(/^.*\//, '') };
      const request = await client.get<AnyObject>(address);
      const time = new Date(environment.now()).toISOString().replace(/\.\d+Z$/, 'Z');
      const condition = {
        type,
        status: 'True',
        reason: `Kubectl${type === 'Approved' ? 'Approve' : 'Deny'}`,
        message: `This CSR was ${done} by kubectl certificate ${name}.`,
        lastUpdateTime: time,
      };
      const conditions = [...items(request, 'status', 'conditions'), condition];
      const decided = { ...request, status: { ...(request.status as object), conditions } };
      printWritten(
        invocation,
        await client.update<AnyObject>({ ...address, subresource: 'approval' }, decided),
        done,
        '',
      );
    }
  },
});

export const CERTIFICATE_COMMANDS: readonly Command[] = [
  deciding('approve', 'Approve certificate requests.', 'Approved', 'approved'),
  deciding('deny', 'Deny certificate requests.', 'Denied', 'denied'),
];
