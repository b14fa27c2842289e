import { kubernetesName } from '../../../api/dialect.ts';
import type { Pod, PodSpec } from '../../../api/kinds/core-v1.generated.ts';
import type { PriorityClass } from '../../../api/kinds/scheduling-v1.generated.ts';
import type { ObjectReader } from '../../../api/ports/object-reader.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, podOf, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';

const SCHEDULING_GROUP = kubernetesName('scheduling.k8s.io');

const SYSTEM_CLASSES = new Set(['system-node-critical', 'system-cluster-critical']);

/** Resolves a pod's priority class name into its priority, and allows only one default class. */
export const priority: AdmissionPluginFactory = ({ dialect, reader }) => {
  const group = dialect.rename(SCHEDULING_GROUP);
  return {
    name: 'Priority',
    handles: operations('CREATE', 'UPDATE', 'DELETE'),
    resources: resources('/pods', `${group}/priorityclasses`),
    mutate(attributes) {
      const spec = podOf(attributes)?.spec;
      if (!spec) return undefined;
      if (attributes.operation === 'CREATE') return resolve(spec, attributes, reader, group);
      if (attributes.operation === 'UPDATE') keep(spec, attributes.oldObject as Pod | undefined);
      return undefined;
    },
    validate(attributes) {
      if (!isRequestFor(attributes, group, 'priorityclasses')) return undefined;
      if (attributes.operation !== 'DELETE') return checkDefault(attributes, reader, group);
      if (!SYSTEM_CLASSES.has(attributes.name)) return undefined;
      throw denial(attributes, 'this is a system priority class and cannot be deleted');
    },
  };
};

/** Denies a second default class. */
async function checkDefault(attributes: AdmissionAttributes, reader: ObjectReader, group: string): Promise<void> {
  const candidate = attributes.object as PriorityClass;
  const standard = candidate.globalDefault ? await defaultClass(reader, group) : undefined;
  if (!standard || (attributes.operation === 'UPDATE' && standard.metadata.name === candidate.metadata.name)) return;
  const name = standard.metadata.name ?? '';
  throw denial(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
}

async function resolve(spec: PodSpec, attributes: AdmissionAttributes, reader: ObjectReader, group: string) {
  const named = spec.priorityClassName
    ? await reader.get<PriorityClass>(group, 'priorityclasses', '', spec.priorityClassName)
    : await defaultClass(reader, group);
  if (spec.priorityClassName && !named) {
    throw denial(attributes, `no PriorityClass with name ${spec.priorityClassName} was found`);
  }
  if (named?.metadata.name) spec.priorityClassName = named.metadata.name;
  const value = named?.value ?? 0;
  const preemptionPolicy = named ? named.preemptionPolicy : 'PreemptLowerPriority';
  const complain = (what: string, computed: string | number) =>
    denial(
      attributes,
      `the ${what} must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`,
    );
  if (typeof spec.priority === 'number' && spec.priority !== value) {
    throw complain(`integer value of priority (${spec.priority})`, value);
  }
  spec.priority = value;
  if (!preemptionPolicy) return;
  if (spec.preemptionPolicy && spec.preemptionPolicy !== preemptionPolicy) {
    throw complain(`string value of PreemptionPolicy (${spec.preemptionPolicy})`, preemptionPolicy);
  }
  spec.preemptionPolicy = preemptionPolicy;
}

/** Keeps the priority resolved at creation when an update leaves it out. */
function keep(spec: PodSpec, live: Pod | undefined): void {
  spec.priority ??= live?.spec?.priority;
  spec.preemptionPolicy ??= live?.spec?.preemptionPolicy;
}

/** Returns the default class. Of several, the one with the lowest value wins. */
async function defaultClass(reader: ObjectReader, group: string): Promise<PriorityClass | undefined> {
  const classes = await reader.list<PriorityClass>(group, 'priorityclasses');
  return classes
    .filter(({ globalDefault }) => globalDefault)
    .reduce<PriorityClass | undefined>((least, next) => (least && least.value <= next.value ? least : next), undefined);
}
