import type { AdmissionPluginFactory } from '../admission-plugin.ts';
import { operations } from '../attributes.ts';
import { denial } from '../denial.ts';

/** Admits everything. It has no effect: other plugins still deny requests. */
export const alwaysAdmit: AdmissionPluginFactory = () => ({
  name: 'AlwaysAdmit',
  handles: operations('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
  validate: () => undefined,
});

/** Denies every write. */
export const alwaysDeny: AdmissionPluginFactory = () => ({
  name: 'AlwaysDeny',
  handles: operations('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
  mutate(attributes) {
    throw denial(attributes, 'admission control is denying all modifications');
  },
});
