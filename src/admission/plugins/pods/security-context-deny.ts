import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { containersOf, operations, podOf, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';

/** Denies pods that set a user, groups or SELinux labels. */
export const securityContextDeny: AdmissionPluginFactory = () => ({
  name: 'SecurityContextDeny',
  handles: operations('CREATE', 'UPDATE'),
  resources: resources('/pods'),
  validate(attributes) {
    const pod = podOf(attributes);
    if (!pod) return;
    const { supplementalGroups, seLinuxOptions, runAsUser, fsGroup } = pod.spec?.securityContext ?? {};
    const forbidden = [
      supplementalGroups?.length && 'pod.Spec.SecurityContext.SupplementalGroups',
      seLinuxOptions && 'pod.Spec.SecurityContext.SELinuxOptions',
      isSet(runAsUser) && 'pod.Spec.SecurityContext.RunAsUser',
      isSet(fsGroup) && 'pod.Spec.SecurityContext.FSGroup',
      ...containersOf(pod).flatMap(({ container: { securityContext } }) => [
        securityContext?.seLinuxOptions && 'SecurityContext.SELinuxOptions',
        isSet(securityContext?.runAsUser) && 'SecurityContext.RunAsUser',
      ]),
    ].find((field) => typeof field === 'string');
    if (forbidden) throw denial(attributes, `${forbidden} is forbidden`);
  },
});

const isSet = (value: number | null | undefined): boolean => value !== undefined && value !== null;
