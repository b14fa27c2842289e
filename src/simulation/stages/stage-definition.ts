import { SIMULATION_GROUP, SIMULATION_VERSION } from '../names.ts';

const text = { type: 'string' };
const integer = { type: 'integer', minimum: 0 };
const texts = { type: 'array', items: text };
const pairs = { type: 'object', additionalProperties: text };
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });

const requirement = object({ key: text, operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'), values: texts }, [
  'key',
  'operator',
]);

const states = oneOf(
  ...['Bound', 'Initializing', 'RunningInit', 'Creating', 'PullFailed', 'BackingOff'],
  ...['Starting', 'StartingEphemeral', 'Ending', 'Running', 'Finished', 'Terminating'],
);
const actions = oneOf(
  ...['Admit', 'FinishInitContainer', 'StartContainers', 'RetryPull', 'MakeReady', 'MakeUnready'],
  ...['ExitContainers', 'RestartContainers', 'StartInitContainer', 'StartEphemeralContainers'],
  ...['RestartChanged', 'ExceedDeadline'],
);
const event = object({ type: oneOf('Normal', 'Warning'), reason: text, message: text }, ['type', 'reason', 'message']);

const spec = object(
  {
    resource: oneOf('pods', 'nodes'),
    selector: object({
      states: { type: 'array', items: states },
      matchLabels: pairs,
      matchAnnotations: pairs,
      matchExpressions: { type: 'array', items: requirement },
    }),
    priority: { type: 'integer' },
    weight: integer,
    delay: object({
      milliseconds: integer,
      jitterMilliseconds: integer,
      fromAnnotation: text,
      from: oneOf('Runtime', 'Backoff', 'Readiness', 'Termination', 'Pull'),
    }),
    next: object({
      action: actions,
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      events: { type: 'array', items: event },
      delete: { type: 'boolean' },
    }),
  },
  ['resource', 'selector', 'next'],
);

/** The definition of stages, with Kubernetes' names. */
export const STAGE_DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `stages.${SIMULATION_GROUP}` },
  spec: {
    group: SIMULATION_GROUP,
    scope: 'Cluster',
    names: { plural: 'stages', singular: 'stage', kind: 'Stage', listKind: 'StageList' },
    versions: [
      {
        name: SIMULATION_VERSION,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: object({ spec }, ['spec']) },
        additionalPrinterColumns: [
          { name: 'Resource', type: 'string', jsonPath: '.spec.resource' },
          { name: 'Action', type: 'string', jsonPath: '.spec.next.action' },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
      },
    ],
  },
};
