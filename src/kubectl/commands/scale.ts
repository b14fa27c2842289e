import { ApiError } from '../../client/api-error.ts';
import type { AnyObject, Command } from '../command.ts';
import { failure } from '../command-error.ts';
import { flag } from '../command-line/flags.ts';
import { typeNamed } from '../objects/resource-types.ts';
import { addressOf, type FoundObject, readObjects, requireResource, targetsOf } from '../objects/targets.ts';
import { nameOf, printValue } from '../output/print-values.ts';
import { reportAll } from './get.ts';
import { ALL, FILE_FLAGS, OUTPUT_FLAGS, SELECTOR_FLAGS, writeFlags } from './shared-flags.ts';
import { dryRunOf, dryRunSuffix, printWritten, writeOptionsOf } from './write-options.ts';

export const scale: Command = {
  name: 'scale',
  usage: 'TYPE NAME --replicas=N',
  summary: 'Change the number of replicas.',
  examples: ['scale deployment web --replicas=3', 'scale deployment web --current-replicas=2 --replicas=3'],
  completes: 'type-name',
  flags: [
    ...OUTPUT_FLAGS,
    ...FILE_FLAGS,
    ...SELECTOR_FLAGS,
    ...writeFlags('').slice(0, 1),
    ALL,
    flag('replicas', 'int', 'The new number of replicas.', '0'),
    flag('current-replicas', 'int', 'Only scale when this is the current number.', '-1'),
    flag('resource-version', 'string', 'Only scale at this version.'),
    flag('timeout', 'duration', 'Accepted for compatibility.', '0s'),
  ],
  async run(invocation) {
    const { flags, client, out } = invocation;
    const replicas = flags.number('replicas');
    if (!flags.has('replicas') || replicas < 0)
      throw failure('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0');
    requireResource(invocation);
    const failures: unknown[] = [];
    const found: FoundObject[] = [];
    for (const target of await targetsOf(invocation))
      await readObjects(invocation, [target]).then(
        (objects) => found.push(...objects),
        (error: unknown) => failures.push(error),
      );
    if (found.length === 0) {
      const other = failures.find((error) => !(error instanceof ApiError && error.isNotFound));
      throw other ?? failure('no objects passed to scale');
    }
    const expected = flags.number('current-replicas');
    for (const { object, target } of found) {
      if (dryRunOf(invocation) !== 'client') {
        const address = addressOf(target, 'scale');
        const current = await client.get<AnyObject>(address);
        const { replicas: before = 0 } = current.spec as { replicas?: number };
        if (expected >= 0 && before !== expected) throw failure(`Expected replicas to be ${expected}, was ${before}`);
        const { resourceVersion } = current.metadata;
        if (flags.has('resource-version') && resourceVersion !== flags.text('resource-version'))
          throw failure(`Expected resource version to be ${flags.text('resource-version')}, was ${resourceVersion}`);
        await client.patch(address, 'merge', { spec: { replicas } }, writeOptionsOf(invocation));
      }
      const output = flags.text('output');
      if (output) out(printValue(await client.get<AnyObject>(addressOf(target)), output));
      else out(`${nameOf(object)} scaled${dryRunSuffix(invocation)}\n`);
    }
    return reportAll(failures, invocation);
  },
};

export const autoscale: Command = {
  name: 'autoscale',
  usage: 'TYPE NAME --max=N [--min=N] [--cpu-percent=N]',
  summary: 'Create an autoscaler for a workload.',
  examples: ['autoscale deployment web --min=1 --max=5 --cpu-percent=80'],
  completes: 'type-name',
  flags: [
    ...OUTPUT_FLAGS,
    ...FILE_FLAGS,
    ...writeFlags('kubectl-autoscale'),
    flag('min', 'int', 'Smallest number of replicas.', '-1'),
    flag('max', 'int', 'Largest number of replicas.', '-1'),
    flag('cpu-percent', 'int', 'Wanted use of the requested CPU, in percent.', '-1'),
    flag('name', 'string', 'Name of the autoscaler; that of the workload by default.'),
  ],
  async run(invocation) {
    const { flags, client, environment } = invocation;
    requireResource(invocation);
    const max = flags.number('max');
    if (max < 1) throw failure(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
    if (max < flags.number('min'))
      throw failure(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${flags.number('min')}`);
    const resource = await typeNamed(environment, 'horizontalpodautoscalers');
    for (const { object, target } of await readObjects(invocation, await targetsOf(invocation))) {
      const name = flags.text('name') || (object.metadata.name ?? '');
      const percent = flags.number('cpu-percent');
      const scaler = {
        apiVersion: `${resource.group}/v1`,
        kind: resource.kind,
        metadata: { name, namespace: target.namespace, creationTimestamp: null },
        spec: {
          maxReplicas: max,
          ...(flags.number('min') > 0 ? { minReplicas: flags.number('min') } : {}),
          scaleTargetRef: { apiVersion: object.apiVersion, kind: object.kind, name: object.metadata.name },
          ...(percent >= 0 ? { targetCPUUtilizationPercentage: percent } : {}),
        },
        status: { currentReplicas: 0, desiredReplicas: 0 },
      } as unknown as AnyObject;
      const address = {
        group: resource.group,
        version: 'v1',
        resource: resource.resource,
        namespace: target.namespace ?? '',
      };
      const isSent = dryRunOf(invocation) !== 'client';
      printWritten(
        invocation,
        isSent ? await client.create<AnyObject>(address, scaler, writeOptionsOf(invocation)) : scaler,
        'autoscaled',
      );
    }
  },
};
