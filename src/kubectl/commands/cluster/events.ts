import type { AnyObject, Command } from '../../command.ts';
import { flag } from '../../command-line/flags.ts';
import { ageOf } from '../../describe/events.ts';
import { string } from '../../describe/fields.ts';
import { listAll } from '../../objects/list-all.ts';
import { typeNamed } from '../../objects/resource-types.ts';
import { printValue } from '../../output/print-values.ts';
import { alignRows } from '../../output/tab-writer.ts';
import { ALL_NAMESPACES, OUTPUT_FLAGS } from '../shared-flags.ts';

export const events: Command = {
  name: 'events',
  usage: '[--for TYPE/NAME] [--types=Normal,Warning]',
  summary: 'Print what happened, oldest first.',
  examples: ['events --for pod/web', 'events --types=Warning -A'],
  completes: 'none',
  flags: [
    ...OUTPUT_FLAGS.slice(0, 1),
    ALL_NAMESPACES,
    flag('for', 'string', 'Only events about this object: TYPE/NAME.'),
    flag('types', 'list', 'Only events of these types.'),
    flag('no-headers', 'bool', 'Leave out the headers.'),
  ],
  async run(invocation) {
    const { flags, client, environment, namespace, out, err } = invocation;
    const isEverywhere = flags.is('all-namespaces');
    const [type = '', name = ''] = flags.text('for').split('/');
    const subject = type ? await typeNamed(environment, type) : undefined;
    const fieldSelector = subject ? `involvedObject.kind=${subject.kind},involvedObject.name=${name}` : '';
    const all = await listAll(
      client,
      await typeNamed(environment, 'events'),
      isEverywhere ? undefined : namespace,
      fieldSelector ? { fieldSelector } : {},
    );
    const types = flags.list('types').map((each) => each.toLowerCase());
    const found = all
      .filter((event) => types.length === 0 || types.includes(string(event, 'type').toLowerCase()))
      .sort(byTime);
    if (flags.has('output')) {
      out(
        printValue(
          { apiVersion: 'v1', items: found, kind: 'List', metadata: { resourceVersion: '' } },
          flags.text('output'),
        ),
      );
      return;
    }
    if (found.length === 0) {
      err(isEverywhere ? 'No events found.\n' : `No events found in ${namespace} namespace.\n`);
      return;
    }
    const header = [...(isEverywhere ? ['NAMESPACE'] : []), 'LAST SEEN', 'TYPE', 'REASON', 'OBJECT', 'MESSAGE'];
    const rows = found.map((event) => [
      ...(isEverywhere ? [event.metadata.namespace ?? ''] : []),
      ...[ageOf(event, environment.now()), string(event, 'type'), string(event, 'reason')],
      `${string(event, 'involvedObject', 'kind')}/${string(event, 'involvedObject', 'name')}`,
      string(event, 'message').trim(),
    ]);
    out(alignRows([...(flags.is('no-headers') ? [] : [header]), ...rows]));
  },
};

const timeOf = (event: AnyObject): string =>
  string(event, 'series', 'lastObservedTime') || string(event, 'lastTimestamp') || string(event, 'eventTime');
const byTime = (a: AnyObject, b: AnyObject): number => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0);
