import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { AdmissionPluginFactory } from '../admission-plugin.ts';
import { containersOf, operations, podOf, refusal } from '../refusal.ts';

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
    const pod = podOf(attributes);
    if (!pod || bringsNoImage(pod, attributes.oldObject as Pod | undefined)) return;
    for (const { container } of containersOf(pod)) container.imagePullPolicy = 'Always';
  },
});

/** Whether an update uses only images that the pod has already. */
function bringsNoImage(pod: Pod, live: Pod | undefined): boolean {
  if (!live) return false;
  const known = new Set(containersOf(live).map(({ container }) => container.image));
  return containersOf(pod).every(({ container }) => known.has(container.image));
}
