import type { AdmissionPluginState } from '../../../api/debug/admission-plugin-state.ts';
import type { AdmissionStep, RequestTrace } from '../../../api/debug/request-trace.ts';
import type { ApiObject } from '../../../api/object.ts';

/** Webhooks by configuration, and bindings of policies. */
export interface DynamicAdmission {
  readonly mutating: readonly WebhookConfiguration[];
  readonly validating: readonly WebhookConfiguration[];
  readonly bindings: readonly PolicyBinding[];
}
interface WebhookConfiguration extends ApiObject {
  readonly webhooks?: readonly { readonly name?: string }[] | undefined;
}
interface PolicyBinding extends ApiObject {
  readonly spec?: { readonly policyName?: string | undefined };
}

/** A plugin, webhook or policy that is in force in one phase. */
export interface AdmissionPart {
  readonly phase: AdmissionStep['phase'];
  readonly plugin: string;
  /** The name in traces of the webhook or policy inside the plugin. */
  readonly name?: string;
  /** The plural and the name of the object that configures it. */
  readonly source?: { readonly resource: string; readonly name: string };
}

/** What a part did in recorded requests. */
export interface AdmissionEffect {
  readonly matched: number;
  readonly changed: number;
  readonly denied: number;
  /** Calls that failed, whether or not that denied the request. */
  readonly failed: number;
  /** Mean of the requests that it matched; undefined without any. */
  readonly milliseconds: number | undefined;
  /** The newest request that it denied, else changed, else matched. */
  readonly latest: string | undefined;
}

/** By plugin, the parts that its objects configure. */
const DYNAMIC: Readonly<
  Record<string, (dynamic: DynamicAdmission) => readonly Omit<AdmissionPart, 'phase' | 'plugin'>[]>
> = {
  MutatingAdmissionWebhook: ({ mutating }) => webhooksOf(mutating, 'mutatingwebhookconfigurations'),
  ValidatingAdmissionWebhook: ({ validating }) => webhooksOf(validating, 'validatingwebhookconfigurations'),
  ValidatingAdmissionPolicy: ({ bindings }) =>
    byName(bindings).map(({ metadata, spec }) => ({
      name: `${spec?.policyName ?? ''}/${metadata.name ?? ''}`,
      source: { resource: 'validatingadmissionpolicies', name: spec?.policyName ?? '' },
    })),
};

const webhooksOf = (configurations: readonly WebhookConfiguration[], resource: string) =>
  byName(configurations).flatMap(({ metadata: { name = '' }, webhooks = [] }) =>
    webhooks.map((webhook) => ({ name: `${name}/${webhook.name ?? ''}`, source: { resource, name } })),
  );

const byName = <T extends ApiObject>(objects: readonly T[]): readonly T[] =>
  objects.toSorted((one, other) => ((one.metadata.name ?? '') < (other.metadata.name ?? '') ? -1 : 1));

/** Returns everything that is in force, in the order in which a request passes it: what changes objects, then what checks them. */
export const admissionInForce = (
  plugins: readonly AdmissionPluginState[],
  dynamic: DynamicAdmission,
): AdmissionPart[] =>
  (['mutate', 'validate'] as const).flatMap((phase) =>
    plugins
      .filter(({ status }) => status.phases.includes(phase))
      .flatMap(({ metadata: { name: plugin } }): AdmissionPart[] => {
        const parts = DYNAMIC[plugin]?.(dynamic) ?? [];
        return parts.length > 0 ? parts.map((part) => ({ phase, plugin, ...part })) : [{ phase, plugin }];
      }),
  );

export const partKey = ({ phase, plugin, name = '' }: Pick<AdmissionPart, 'phase' | 'plugin' | 'name'>): string =>
  `${phase} ${plugin} ${name}`;

/** Returns what each part did in recorded requests, by its key. `traces` are ordered newest first. */
export function admissionEffects(
  traces: readonly Pick<RequestTrace, 'metadata' | 'admission'>[],
): ReadonlyMap<string, AdmissionEffect> {
  const counts = new Map<string, Count>();
  for (const { metadata, admission } of traces) {
    for (const step of admission) {
      if (!step.matched) continue;
      const key = partKey(step);
      const count = counts.get(key) ?? { matched: 0, changed: 0, denied: 0, failed: 0, total: 0, latest: [] };
      counts.set(key, count);
      const isDenied = step.decision === 'denied' || step.decision === 'failed';
      const isChanged = (step.patch?.length ?? 0) > 0;
      count.matched += 1;
      count.total += step.milliseconds;
      if (isChanged) count.changed += 1;
      if (isDenied) count.denied += 1;
      if (step.decision.startsWith('failed')) count.failed += 1;
      count.latest[isDenied ? 0 : isChanged ? 1 : 2] ??= metadata.name;
    }
  }
  return new Map(
    [...counts].map(([key, { total, latest, ...count }]) => [
      key,
      { ...count, milliseconds: total / count.matched, latest: latest.find((name) => name !== undefined) },
    ]),
  );
}

interface Count {
  matched: number;
  changed: number;
  denied: number;
  failed: number;
  total: number;
  /** The newest request that was denied, changed and only matched. */
  readonly latest: (string | undefined)[];
}
