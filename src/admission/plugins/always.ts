import type { AdmissionPluginFactory } from '../admission-plugin.ts';
import { operations, podOf, refusal } from '../refusal.ts';

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

/** Images are pulled each time, so that only who may pull one can use it. Ephemeral containers are left out. */
export const alwaysPullImages: AdmissionPluginFactory = () => ({
  name: 'AlwaysPullImages',
  handles: operations('CREATE', 'UPDATE'),
  mutate(attributes) {
    const spec = podOf(attributes)?.spec;
    for (const container of [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])]) {
      container.imagePullPolicy = 'Always';
    }
  },
});
