import type { AdmissionPluginFactory } from '../admission-plugin.ts';
import { operations, refusal } from '../refusal.ts';

/** Lets everything in, as having no plugin does; other plugins still refuse. */
export const alwaysAdmit: AdmissionPluginFactory = () => ({
  name: 'AlwaysAdmit',
  handles: operations('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
  validate: () => undefined,
});

/** Refuses every write. */
export const alwaysDeny: AdmissionPluginFactory = () => ({
  name: 'AlwaysDeny',
  handles: operations('CREATE', 'UPDATE', 'DELETE', 'CONNECT'),
  mutate(attributes) {
    throw refusal(attributes, 'admission control is denying all modifications');
  },
});
