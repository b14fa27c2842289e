import type { Namespace, Toleration } from '../../api/kinds/core-v1.generated.ts';
import { plainError } from '../../api/status.ts';
import type { AdmissionPluginFactory } from '../admission-plugin.ts';
import { containersOf, operations, podOf } from '../refusal.ts';

const DEFAULTS = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const WHITELIST = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';

type Tolerations = readonly Toleration[];

/** Pods get the tolerations of their namespace (else of the configuration), and may have none beyond its whitelist. */
export const podTolerationRestriction: AdmissionPluginFactory = ({ reader, dialect }, configuration) => {
  const annotated = async (name: string, annotation: string): Promise<Tolerations | undefined> => {
    const namespace = await reader.get<Namespace>('', 'namespaces', '', name);
    const text = namespace?.metadata.annotations?.[dialect.rename(annotation)];
    return text === undefined ? undefined : readTolerations(text);
  };
  const memoryPressure: Toleration = {
    key: dialect.rename('node.kubernetes.io/memory-pressure'),
    operator: 'Exists',
    effect: 'NoSchedule',
  };
  return {
    name: 'PodTolerationRestriction',
    handles: operations('CREATE', 'UPDATE'),
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
      const given = defaults.length && own.length ? merge([...defaults, ...own]) : defaults.length ? defaults : own;
      const merged = asksForAmounts ? merge([...given, memoryPressure]) : given;
      if (merged.length) pod.spec.tolerations = [...merged];
    },
    async validate(attributes) {
      const tolerations = podOf(attributes)?.spec?.tolerations ?? [];
      if (tolerations.length === 0) return;
      const own = await annotated(attributes.namespace, WHITELIST);
      const whitelist = own ?? asTolerations(configuration.whitelist);
      const isWithin = tolerations.every((toleration) => whitelist.some((wider) => covers(wider, toleration)));
      if (whitelist.length === 0 || isWithin) return;
      // The real server answers 500 here: its plugin refuses with an error that has no status.
      throw plainError(
        `pod tolerations (possibly merged with namespace default tolerations) conflict with its ${own ? 'namespace' : 'cluster'} whitelist`,
      );
    },
  };
};

const hasAmounts = (amounts: Readonly<Record<string, unknown>> | undefined): boolean =>
  ['cpu', 'memory'].some((name) => !/^[+]?0*(\.0*)?[a-zA-Z]*$/.test(String(amounts?.[name] ?? '0')));

const asTolerations = (value: unknown): Tolerations => (Array.isArray(value) ? (value as Tolerations) : []);

function readTolerations(text: string): Tolerations {
  if (text === '') return [];
  try {
    return asTolerations(JSON.parse(text));
  } catch (error) {
    throw plainError(error instanceof Error ? error.message : String(error));
  }
}

/** Leaves out what another one covers; of equal ones the first stays. */
function merge(all: Tolerations): Tolerations {
  const merged: Toleration[] = [];
  for (const [index, toleration] of all.entries()) {
    const isCovered =
      merged.some((wider) => covers(wider, toleration)) ||
      all.slice(index + 1).some((wider) => !isSame(wider, toleration) && covers(wider, toleration));
    if (!isCovered) merged.push(toleration);
  }
  return merged;
}

const FIELDS = ['key', 'operator', 'value', 'effect', 'tolerationSeconds'] as const;
const isSame = (a: Toleration, b: Toleration): boolean =>
  FIELDS.every((field) => (a[field] ?? '') === (b[field] ?? ''));

/** Whether one toleration tolerates all that the other does. */
function covers(wider: Toleration, toleration: Toleration): boolean {
  if (isSame(wider, toleration)) return true;
  const isAnyKey = !wider.key && wider.operator === 'Exists';
  if ((wider.key ?? '') !== (toleration.key ?? '') && !isAnyKey) return false;
  if (wider.effect && wider.effect !== toleration.effect) return false;
  if (wider.effect === 'NoExecute' && typeof wider.tolerationSeconds === 'number') {
    if ((toleration.tolerationSeconds ?? Number.POSITIVE_INFINITY) > wider.tolerationSeconds) return false;
  }
  if (wider.operator === 'Exists') return true;
  return (wider.operator ?? '') === (toleration.operator ?? '') && (wider.value ?? '') === (toleration.value ?? '');
}
