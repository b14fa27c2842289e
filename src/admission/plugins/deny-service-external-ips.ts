import type { Service } from '../../api/kinds/core-v1.generated.ts';
import type { AdmissionPluginFactory } from '../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../attributes.ts';
import { denial } from '../denial.ts';

/** Denies adding external IPs to services. They may keep existing ones. */
export const denyServiceExternalIPs: AdmissionPluginFactory = () => ({
  name: 'DenyServiceExternalIPs',
  handles: operations('CREATE', 'UPDATE'),
  resources: resources('/services'),
  validate(attributes) {
    if (!isRequestFor(attributes, '', 'services')) return;
    const addresses = (attributes.object as Service | undefined)?.spec?.externalIPs ?? [];
    const known = (attributes.oldObject as Service | undefined)?.spec?.externalIPs ?? [];
    if (addresses.some((address) => !known.includes(address)))
      throw denial(attributes, 'Use of external IPs is denied by admission control');
  },
});
