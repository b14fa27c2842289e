import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { RuntimeClass } from '../../../api/kinds/node-v1.generated.ts';
import { NODE_GROUP } from '../../../api/kubernetes-names.ts';
import { plainError } from '../../../api/status.ts';
import { compareQuantities, parseQuantity } from '../../../api/values/quantity.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations, podOf, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';
import { lookupProblem } from './lookup-problem.ts';
import { mergeTolerations } from './merge-tolerations.ts';

type Amounts = Readonly<Record<string, string>>;

const DIFFERENT = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
const UNASKED = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';

/** Sets the overhead and the scheduling constraints of a pod's runtime class. */
export const runtimeClass: AdmissionPluginFactory = (context) => ({
  name: 'RuntimeClass',
  handles: operations('CREATE'),
  resources: resources('/pods'),
  mutate(attributes) {
    const pod = podOf(attributes);
    const name = pod?.spec?.runtimeClassName ?? undefined;
    if (!pod || name === undefined) return undefined;
    return classNamed(name, attributes, context).then((found) => complete(pod, found, attributes));
  },
  validate(attributes) {
    const pod = podOf(attributes);
    const name = pod?.spec?.runtimeClassName ?? undefined;
    if (!pod || name === undefined) return pod && checkOverhead(pod, undefined, attributes);
    return classNamed(name, attributes, context).then((found) => checkOverhead(pod, found, attributes));
  },
});

/** Sets the overhead and the scheduling of the class. */
function complete(pod: Pod, found: RuntimeClass, attributes: AdmissionAttributes): void {
  if (pod.spec && found.overhead) {
    const overhead = (found.overhead.podFixed ?? {}) as Amounts;
    if (pod.spec.overhead && !areEqual(pod.spec.overhead as Amounts, overhead)) throw denial(attributes, DIFFERENT);
    if (Object.keys(overhead).length) pod.spec.overhead = { ...overhead };
  }
  if (found.scheduling) schedule(pod, found, attributes);
}

/** A pod has the overhead of its class, and none without one. */
function checkOverhead({ spec }: Pod, found: RuntimeClass | undefined, attributes: AdmissionAttributes): void {
  const given = spec?.overhead as Amounts | undefined;
  if (!found?.overhead && given) throw denial(attributes, UNASKED);
  if (found?.overhead && !areEqual(given ?? {}, (found.overhead.podFixed ?? {}) as Amounts)) {
    throw denial(attributes, DIFFERENT);
  }
}

async function classNamed(
  name: string,
  attributes: AdmissionAttributes,
  { reader, dialect }: AdmissionContext,
): Promise<RuntimeClass> {
  const found = await reader.get<RuntimeClass>(dialect.rename(NODE_GROUP), 'runtimeclasses', '', name);
  const problem = found ? undefined : lookupProblem(name);
  if (problem) throw plainError(problem);
  if (!found) throw denial(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  return found;
}

function schedule({ spec }: Pod, { scheduling }: RuntimeClass, attributes: AdmissionAttributes): void {
  if (!spec) return;
  const nodeSelector: Record<string, string> = { ...spec.nodeSelector };
  for (const [key, value] of Object.entries(scheduling?.nodeSelector ?? {})) {
    const own = nodeSelector[key];
    if (own !== undefined && own !== value) {
      throw denial(
        attributes,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`,
      );
    }
    nodeSelector[key] = value;
  }
  if (Object.keys(nodeSelector).length) spec.nodeSelector = nodeSelector;
  const tolerations = mergeTolerations([...(spec.tolerations ?? []), ...(scheduling?.tolerations ?? [])]);
  if (tolerations.length) spec.tolerations = tolerations;
}

const areEqual = (a: Amounts, b: Amounts): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, amount]) => {
    const other = b[name];
    return other !== undefined && compareQuantities(parseQuantity(amount), parseQuantity(other)) === 0;
  });
