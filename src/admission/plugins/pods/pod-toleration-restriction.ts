import { type KubernetesName, kubernetesName } from '../../../api/dialect.ts';
import type { Namespace, Toleration } from '../../../api/kinds/core-v1.generated.ts';
import { isRecord } from '../../../api/object.ts';
import { plainError } from '../../../api/status.ts';
import { jsonSyntaxError, jsonTypeName } from '../../../schema/json/json-syntax.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { containersOf, operations, podOf, resources } from '../../attributes.ts';
import { covers, mergeTolerations, type Tolerations } from './merge-tolerations.ts';

const MEMORY_PRESSURE_TAINT = kubernetesName('node.kubernetes.io/memory-pressure');
const DEFAULTS = kubernetesName('scheduler.alpha.kubernetes.io/defaultTolerations');
const WHITELIST = kubernetesName('scheduler.alpha.kubernetes.io/tolerationsWhitelist');

/**
 * Adds the default tolerations of a pod's namespace (or else of the configuration), and denies tolerations outside of
 * its whitelist.
 */
export const podTolerationRestriction: AdmissionPluginFactory = ({ reader, dialect }, configuration) => {
  const annotated = async (name: string, annotation: KubernetesName): Promise<Tolerations | undefined> => {
    const namespace = await reader.get<Namespace>('', 'namespaces', '', name);
    const text = namespace?.metadata.annotations?.[dialect.rename(annotation)];
    return text === undefined ? undefined : readTolerations(text);
  };
  const memoryPressure: Toleration = {
    key: dialect.rename(MEMORY_PRESSURE_TAINT),
    operator: 'Exists',
    effect: 'NoSchedule',
  };
  const requireListed = async (attributes: AdmissionAttributes): Promise<void> => {
    const tolerations = podOf(attributes)?.spec?.tolerations ?? [];
    if (tolerations.length === 0) return;
    const own = await annotated(attributes.namespace, WHITELIST);
    const whitelist = own ?? asTolerations(configuration.whitelist);
    const isWithin = tolerations.every((toleration) => whitelist.some((wider) => covers(wider, toleration)));
    if (whitelist.length === 0 || isWithin) return;
    // The real server responds with 500: its error has no status.
    throw plainError(
      `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${own ? 'namespace' : 'cluster'} whitelist`,
    );
  };
  return {
    name: 'PodTolerationRestriction',
    handles: operations('CREATE', 'UPDATE'),
    resources: resources('/pods'),
    async mutate(attributes) {
      const pod = podOf(attributes);
      if (!pod?.spec) return;
      const isNew = attributes.operation === 'CREATE';
      const defaults = isNew
        ? ((await annotated(attributes.namespace, DEFAULTS)) ?? asTolerations(configuration.default))
        : [];
      const own = pod.spec.tolerations ?? [];
      const asksForAmounts = containersOf(pod).some(
        ({ container: { resources } }) => hasAmounts(resources?.requests) || hasAmounts(resources?.limits),
      );
      const given =
        defaults.length && own.length ? mergeTolerations([...own, ...defaults]) : defaults.length ? defaults : own;
      const merged = asksForAmounts ? mergeTolerations([...given, memoryPressure]) : given;
      if (merged.length) pod.spec.tolerations = [...merged];
      // Checked before validation, and again after all other plugins that may add tolerations.
      await requireListed(attributes);
    },
    validate: requireListed,
  };
};

const hasAmounts = (amounts: Readonly<Record<string, unknown>> | undefined): boolean =>
  ['cpu', 'memory'].some((name) => !/^[+]?0*(\.0*)?[a-zA-Z]*$/.test(String(amounts?.[name] ?? '0')));

const asTolerations = (value: unknown): Tolerations => (Array.isArray(value) ? (value as Tolerations) : []);

/** @throws StatusError 500 with Go's message */
function readTolerations(text: string): Tolerations {
  if (text === '') return [];
  const syntaxError = jsonSyntaxError(text);
  if (syntaxError) throw plainError(syntaxError);
  const mismatch = (json: string, type: string) =>
    plainError(`json: cannot unmarshal ${jsonTypeName(json)} into Go value of type ${type}`);
  const value: unknown = JSON.parse(text);
  if (value !== null && !Array.isArray(value)) throw mismatch(text, '[]v1.Toleration');
  const odd = (value ?? []).find((item: unknown) => item !== null && !isRecord(item));
  if (odd !== undefined) throw mismatch(JSON.stringify(odd), 'v1.Toleration');
  return asTolerations(value);
}
