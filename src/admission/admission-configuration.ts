import { type Dialect, kubernetesName } from '../api/dialect.ts';
import { isRecord } from '../api/object.ts';
import { readYaml } from '../schema/yaml/yaml-to-json.ts';

type PluginConfiguration = Readonly<Record<string, unknown>>;

const KIND = 'AdmissionConfiguration';
const GROUP = kubernetesName('apiserver.config.k8s.io');
/** Plugins whose configuration may be the whole file, as in old versions, by the member that identifies it. */
const OLD_FORMS = { imagePolicy: 'ImagePolicyWebhook', podNodeSelectorPluginConfig: 'PodNodeSelector' };

/**
 * Parses an AdmissionConfiguration (JSON or YAML). Returns the configurations of the plugins by plugin name.
 * @throws Error for the author of the configuration
 */
export function readAdmissionConfiguration(text: string, dialect: Dialect): ReadonlyMap<string, PluginConfiguration> {
  if (text.trim() === '') return new Map();
  const document: unknown = readYaml(text);
  if (!isRecord(document)) throw new Error(`the admission configuration must be an ${KIND}`);
  const { apiVersion, kind, plugins } = document;
  // Authors may use either the server's group or Kubernetes' own.
  const versions = [dialect.rename(GROUP), GROUP].flatMap((group) => [`${group}/v1`, `${group}/v1alpha1`]);
  if (kind !== KIND || !versions.includes(String(apiVersion))) {
    const old = Object.entries(OLD_FORMS).filter(([member]) => member in document);
    if (old.length) return new Map(old.map(([, name]) => [name, document]));
    throw new Error(`the admission configuration must be an ${KIND} of ${versions[0]}, not ${kind} of ${apiVersion}`);
  }
  if (!Array.isArray(plugins ?? [])) throw new Error('plugins of the admission configuration must be a list');
  return new Map((plugins as unknown[] | null | undefined)?.map(readPlugin));
}

function readPlugin(entry: unknown): [string, PluginConfiguration] {
  const { name, path, configuration } = isRecord(entry) ? entry : {};
  if (typeof name !== 'string') throw new Error('every plugin of the admission configuration needs a name');
  // Hosts with a file system replace paths by the contents of the files.
  if (path) throw new Error(`the configuration of ${name} must be given itself: the file ${path} cannot be read here`);
  return [name, isRecord(configuration) ? configuration : {}];
}
