import { isDns1123Label } from '../../api/names.ts';
import { notFound } from '../../api/status.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../admission-plugin.ts';
import { operations, refusal } from '../refusal.ts';

const isInNamespace = ({ namespace, kind }: AdmissionAttributes): boolean =>
  namespace !== '' && !(kind.group === '' && kind.kind === 'Namespace');

/** Makes the namespace that a create names; it stays even if the object is refused afterwards. */
export const namespaceAutoProvision: AdmissionPluginFactory = ({ reader, writer }) => ({
  name: 'NamespaceAutoProvision',
  handles: operations('CREATE'),
  async mutate(attributes) {
    const { namespace, dryRun } = attributes;
    if (dryRun || !isInNamespace(attributes) || (await reader.get('', 'namespaces', '', namespace))) return;
    const [problem] = isDns1123Label(namespace);
    if (problem) {
      const name = JSON.stringify(namespace);
      throw refusal(attributes, `Namespace ${name} is invalid: metadata.name: Invalid value: ${name}: ${problem}`);
    }
    await writer.create('', 'namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  },
});

/** Writes need their namespace, whatever state it is in. */
export const namespaceExists: AdmissionPluginFactory = ({ reader }) => ({
  name: 'NamespaceExists',
  handles: operations('CREATE', 'UPDATE', 'DELETE'),
  async validate(attributes) {
    if (!isInNamespace(attributes) || (await reader.get('', 'namespaces', '', attributes.namespace))) return;
    throw notFound({ group: '', resource: 'namespaces' }, attributes.namespace);
  },
});
