import type { Cause } from '../../../api/debug/why.ts';
import type { CustomResourceDefinition } from '../../../api/kinds/apiextensions-v1.generated.ts';
import type { Namespace } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { KindKey } from '../../objects/kind-key.ts';
import { conditionsOf } from '../../objects/object-facts.ts';
import { cause, conditionEvidence, objectEvidence } from '../cause.ts';
import { idle, stopped } from '../idle.ts';
import { type Rule, rule, type View } from '../view.ts';
import { clause, countText, listText } from '../words.ts';

const CONTENT = ['NamespaceContentRemaining', 'NamespaceFinalizersRemaining'];
const FAILURES = [
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
];

/** Explains why a namespace stays terminating. */
export const terminatingNamespace: Rule = rule<Namespace>(async (namespace, view) => {
  if (!namespace.metadata.deletionTimestamp) return undefined;
  const waits = stopped('namespace-controller', view);
  if (waits.length > 0) return cause('namespace-content', 'its content has not been deleted', { because: waits });
  const causes: Cause[] = [];
  for (const condition of conditionsOf(namespace)) {
    const { type = '', status, message = '' } = condition;
    if (status !== 'True' || !FAILURES.includes(type)) continue;
    const because = type.includes('Discovery') ? await unavailableApis(view) : [];
    causes.push(
      cause('namespace-failure', `its content cannot be deleted${because.length > 0 ? '' : `: ${message}`}`, {
        evidence: [conditionEvidence(namespace, condition)],
        because,
      }),
    );
  }
  const remaining = conditionsOf(namespace).filter(
    ({ type = '', status }) => status === 'True' && CONTENT.includes(type),
  );
  if (remaining.length > 0) {
    const held = await heldObjects(view, namespace.metadata.name ?? '');
    const [message = ''] = remaining.map((each) => each.message ?? '');
    const text = held[0]
      ? `${countText(held.length, 'object')} in it cannot be deleted: ${listText(held.map(({ kind, metadata }) => `${kind} ${metadata.name}`))}`
      : clause(message.replace(/^Some/, 'some'));
    causes.push(
      cause('namespace-content', text, {
        evidence: remaining.map((condition) => conditionEvidence(namespace, condition)),
        because: await view.causesOf(held[0]),
      }),
    );
  }
  return causes.length > 0
    ? causes
    : cause('namespace-emptied', 'its content is being deleted', {
        evidence: [objectEvidence(namespace, 'spec.finalizers')],
        because: idle('namespace-controller', view),
      });
});

/** The kinds whose objects often keep a namespace terminating. */
const HELD: readonly KindKey[] = [
  'core/Pod',
  'core/ConfigMap',
  'core/Secret',
  'core/PersistentVolumeClaim',
  'core/Service',
  'apps/Deployment',
  'apps/StatefulSet',
  'batch/Job',
];

async function heldObjects(view: View, namespace: string): Promise<readonly ApiObject[]> {
  const found: ApiObject[] = [];
  const definitions = await view.listAs<CustomResourceDefinition>('apiextensions/CustomResourceDefinition');
  const custom = definitions.map(({ spec }): KindKey => `${spec.group}/${spec.names.kind}`);
  for (const kind of [...HELD, ...custom])
    for (const object of (await view.list(kind, namespace)) ?? [])
      if (object.metadata.finalizers?.length || object.metadata.deletionTimestamp) found.push(object);
  return found.sort((a, b) => (b.metadata.finalizers?.length ?? 0) - (a.metadata.finalizers?.length ?? 0));
}

async function unavailableApis(view: View): Promise<readonly Cause[]> {
  const down = ((await view.list('apiregistration/APIService')) ?? []).filter((service) =>
    conditionsOf(service).some(({ type, status }) => type === 'Available' && status === 'False'),
  );
  const causes: Cause[] = [];
  for (const service of down)
    causes.push(
      cause('discovery-failed', `API ${service.metadata.name} is not available`, {
        evidence: [objectEvidence(service)],
        because: await view.causesOf(service),
      }),
    );
  return causes;
}
