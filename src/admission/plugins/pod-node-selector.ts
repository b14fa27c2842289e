import type { Namespace } from '../../api/kinds/core-v1.generated.ts';
import { isRecord } from '../../api/object.ts';
import { plainError } from '../../api/status.ts';
import type { AdmissionPluginFactory } from '../admission-plugin.ts';
import { operations, podOf, refusal } from '../refusal.ts';

const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';

type Labels = Readonly<Record<string, string>>;

/** Pods go to the nodes that their namespace's annotation (else the configuration) selects. */
export const podNodeSelector: AdmissionPluginFactory = ({ reader, dialect }, configuration) => {
  const { podNodeSelectorPluginConfig: given } = configuration;
  const configured = isRecord(given) ? given : {};
  const selectorIn = (key: string): Labels => readSelector(String(configured[key] ?? ''));
  const selectorOf = async (name: string): Promise<Labels> => {
    const namespace = await reader.get<Namespace>('', 'namespaces', '', name);
    const annotation = namespace?.metadata.annotations?.[dialect.rename(ANNOTATION)];
    return annotation === undefined ? selectorIn('clusterDefaultNodeSelector') : readSelector(annotation);
  };
  return {
    name: 'PodNodeSelector',
    handles: operations('CREATE'),
    async mutate(attributes) {
      const spec = podOf(attributes)?.spec;
      if (!spec) return;
      const required = await selectorOf(attributes.namespace);
      if (conflicts(required, spec.nodeSelector ?? {}))
        throw refusal(attributes, 'pod node label selector conflicts with its namespace node label selector');
      const merged = { ...required, ...spec.nodeSelector };
      if (Object.keys(merged).length) spec.nodeSelector = merged;
    },
    async validate(attributes) {
      const spec = podOf(attributes)?.spec;
      if (!spec) return;
      const selector = spec.nodeSelector ?? {};
      if (conflicts(await selectorOf(attributes.namespace), selector))
        throw refusal(attributes, 'pod node label selector conflicts with its namespace node label selector');
      const permitted = selectorIn(attributes.namespace);
      const isWithin = Object.entries(selector).every(([key, value]) => permitted[key] === value);
      if (Object.keys(permitted).length && !isWithin)
        throw refusal(attributes, 'pod node label selector labels conflict with its namespace whitelist');
    },
  };
};

/** Reads `a=b,c=d`. @throws StatusError 500 */
function readSelector(text: string): Labels {
  if (text === '') return {};
  return Object.fromEntries(
    text.split(',').map((term) => {
      const parts = term.split('=');
      const [key = '', value = ''] = parts;
      if (parts.length !== 2) throw plainError(`invalid selector: [${parts.join(' ')}]`);
      return [key.trim(), value.trim()];
    }),
  );
}

const conflicts = (a: Labels, b: Labels): boolean =>
  Object.entries(a).some(([key, value]) => b[key] !== undefined && b[key] !== value);
