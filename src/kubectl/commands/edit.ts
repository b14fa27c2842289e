import type { Command } from '../command.ts';
import { failure } from '../command-error.ts';
import { addressOf, readObjects, targetsOf } from '../objects/targets.ts';

export const edit: Command = {
  name: 'edit',
  usage: 'TYPE NAME | TYPE/NAME',
  summary: 'Open an object in the YAML editor of the app.',
  examples: ['edit deployment/web'],
  completes: 'type-name',
  flags: [],
  async run(invocation) {
    const { environment } = invocation;
    const [found, ...others] = await readObjects(invocation, await targetsOf(invocation));
    if (!found || others.length > 0) throw failure('the editor opens one object: name it');
    if (!environment.edit) throw failure('there is no editor here: use "get -o yaml" and "apply -f -"');
    environment.edit(addressOf(found.target), found.resource);
  },
};
