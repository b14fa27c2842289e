import { AUTHORIZATION_GROUP } from '../../../api/kubernetes-names.ts';
import { isNamespaces } from '../../../api/object.ts';
import { notFound, StatusError } from '../../../api/status.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isInNamespace, operations } from '../../attributes.ts';
import { denial } from '../../denial.ts';
import { ActiveNamespaces } from './active-namespaces.ts';

const IMMORTAL = new Set(['default', 'kube-system', 'kube-public']);

/** Denies creation in missing or terminating namespaces, and deletion of the system's namespaces. */
export const namespaceLifecycle: AdmissionPluginFactory = ({ dialect, reader }) => {
  const active = new ActiveNamespaces(reader);
  return {
    name: 'NamespaceLifecycle',
    handles: operations('CREATE', 'UPDATE', 'DELETE'),
    mutate(attributes) {
      const { operation, namespace, name, resource } = attributes;
      if (isNamespaces(resource) && operation === 'DELETE' && IMMORTAL.has(name)) {
        throw denial(attributes, 'this namespace may not be deleted');
      }
      if (!isInNamespace(attributes) || operation === 'DELETE') return undefined;
      // An access review does not change the namespace.
      if (resource.group === dialect.rename(AUTHORIZATION_GROUP) && resource.resource === 'localsubjectaccessreviews')
        return undefined;
      return active.has(namespace) ? undefined : check(attributes, active);
    },
  };
};

async function check(attributes: AdmissionAttributes, active: ActiveNamespaces): Promise<void> {
  const { namespace, operation } = attributes;
  const found = await active.read(namespace);
  if (!found) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  if (operation === 'CREATE' && found.status?.phase === 'Terminating') throw terminating(attributes);
}

function terminating(attributes: AdmissionAttributes): StatusError {
  const { namespace } = attributes;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const { details } = denial(attributes, why).status;
  const message = denial(attributes, why).message;
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  return new StatusError({ code: 403, reason: 'Forbidden', message, details: { ...details, causes: [cause] } });
}
