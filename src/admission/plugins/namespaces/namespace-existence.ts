import { invalid } from '../../../api/field-error.ts';
import { isDns1123Label, isValidLabelValue } from '../../../api/names.ts';
import { invalidObject, notFound } from '../../../api/status.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isInNamespace, operations } from '../../attributes.ts';
import { denial } from '../../denial.ts';

/** Creates the missing namespace of a create. It stays even if the object is denied later. */
export const namespaceAutoProvision: AdmissionPluginFactory = ({ reader, writer }) => ({
  name: 'NamespaceAutoProvision',
  handles: operations('CREATE'),
  async mutate(attributes) {
    const { namespace, dryRun } = attributes;
    if (dryRun || !isInNamespace(attributes) || (await reader.get('', 'namespaces', '', namespace))) return;
    const problem = nameProblem(namespace);
    if (problem) throw denial(attributes, problem);
    await writer.create('', 'namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  },
});

/** Returns why the server would reject a namespace with this name, which also becomes its label. */
function nameProblem(name: string): string | undefined {
  const errors = [
    ...isDns1123Label(name).map((problem) => invalid('metadata.name', name, problem)),
    ...isValidLabelValue(name).map((problem) => invalid('metadata.labels', name, problem)),
  ];
  return errors.length ? invalidObject({ group: '', kind: 'Namespace' }, name, errors).message : undefined;
}

/** Requires that the namespace of a write exists, in any phase. */
export const namespaceExists: AdmissionPluginFactory = ({ reader }) => ({
  name: 'NamespaceExists',
  handles: operations('CREATE', 'UPDATE', 'DELETE'),
  async validate(attributes) {
    if (!isInNamespace(attributes) || (await reader.get('', 'namespaces', '', attributes.namespace))) return;
    throw notFound({ group: '', resource: 'namespaces' }, attributes.namespace);
  },
});
