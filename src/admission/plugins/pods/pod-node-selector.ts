import { kubernetesName } from '../../../api/dialect.ts';
import { fieldErrorText, invalid } from '../../../api/field-error.ts';
import type { Namespace } from '../../../api/kinds/core-v1.generated.ts';
import { isQualifiedName, isValidLabelValue } from '../../../api/names.ts';
import { isRecord } from '../../../api/object.ts';
import { forbidden, plainError } from '../../../api/status.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations, podOf, resources } from '../../attributes.ts';

const ANNOTATION = kubernetesName('scheduler.alpha.kubernetes.io/node-selector');

type Labels = Readonly<Record<string, string>>;

/** Adds the node selector in the namespace's annotation (or else the configuration) to pods. */
export const podNodeSelector: AdmissionPluginFactory = ({ reader, dialect }, configuration) => {
  const { podNodeSelectorPluginConfig: given } = configuration;
  const configured = isRecord(given) ? given : {};
  const selectorIn = (key: string): Labels => readSelector(String(configured[key] ?? ''));
  const selectorOf = async (name: string): Promise<Labels> => {
    const namespace = await reader.get<Namespace>('', 'namespaces', '', name);
    const annotation = namespace?.metadata.annotations?.[dialect.rename(ANNOTATION)];
    return annotation === undefined ? selectorIn('clusterDefaultNodeSelector') : readSelector(annotation);
  };
  const check = async (attributes: AdmissionAttributes): Promise<void> => {
    const pod = podOf(attributes);
    if (!pod?.spec) return;
    // The real server only includes the pod's name if it is already set.
    const conflict = (why: string) => forbidden({ group: '', resource: 'pods' }, pod.metadata.name ?? '', why);
    const selector = pod.spec.nodeSelector ?? {};
    if (conflicts(await selectorOf(attributes.namespace), selector))
      throw conflict('pod node label selector conflicts with its namespace node label selector');
    const permitted = selectorIn(attributes.namespace);
    const isWithin = Object.entries(selector).every(([key, value]) => permitted[key] === value);
    if (Object.keys(permitted).length && !isWithin)
      throw conflict('pod node label selector labels conflict with its namespace whitelist');
  };
  return {
    name: 'PodNodeSelector',
    handles: operations('CREATE'),
    resources: resources('/pods'),
    async mutate(attributes) {
      const spec = podOf(attributes)?.spec;
      if (!spec) return;
      const merged = { ...(await selectorOf(attributes.namespace)), ...spec.nodeSelector };
      if (Object.keys(merged).length) spec.nodeSelector = merged;
      // Checked before validation, and again after all other plugins that may add labels.
      await check(attributes);
    },
    validate: check,
  };
};

/** Parses `a=b,c=d`. @throws StatusError 500 */
function readSelector(text: string): Labels {
  if (text === '') return {};
  return Object.fromEntries(
    text.split(',').map((term) => {
      const parts = term.split('=');
      const [key = '', value = ''] = parts;
      if (parts.length !== 2) throw plainError(`invalid selector: [${parts.join(' ')}]`);
      requireLabel(key.trim(), value.trim());
      return [key.trim(), value.trim()];
    }),
  );
}

const conflicts = (a: Labels, b: Labels): boolean =>
  Object.entries(a).some(([key, value]) => b[key] !== undefined && b[key] !== value);

/** @throws StatusError 500 */
function requireLabel(key: string, value: string): void {
  const [keyProblems, valueProblems] = [isQualifiedName(key), isValidLabelValue(value)];
  if (keyProblems.length) throw plainError(fieldErrorText(invalid('<nil>', key, keyProblems.join('; '))));
  if (valueProblems.length) throw plainError(fieldErrorText(invalid(`[${key}]`, value, valueProblems.join('; '))));
}
