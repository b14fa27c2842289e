import { isSeccompAllowed } from './baseline-checks.ts';
import {
  type Check,
  type CheckedPod,
  containersIn,
  containersText,
  namesWhere,
  plural,
  quotedList,
  settersText,
  sorted,
} from './check.ts';

const VOLUME_TYPES = new Set([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]);

/** From 1.25 on, Windows pods are exempt from checks that do not apply to Windows. */
const isExempt = ({ spec }: CheckedPod, minor: number): boolean => minor >= 25 && spec.os?.name === 'windows';

const allowPrivilegeEscalation: Check = {
  name: 'allowPrivilegeEscalation',
  since: 8,
  run(pod, minor) {
    if (isExempt(pod, minor)) return undefined;
    const names = namesWhere(pod, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
    if (names.length === 0) return undefined;
    const detail = `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`;
    return { reason: 'allowPrivilegeEscalation != false', detail };
  },
};

const capabilities: Check = {
  name: 'capabilities_restricted',
  since: 22,
  overrides: ['capabilities_baseline'],
  run(pod, minor) {
    if (isExempt(pod, minor)) return undefined;
    const forbiddenIn = (container: ReturnType<typeof containersIn>[number]) =>
      (container.securityContext?.capabilities?.add ?? []).filter((capability) => capability !== 'NET_BIND_SERVICE');
    const keeping = namesWhere(pod, ({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL'));
    const adding = namesWhere(pod, (container) => forbiddenIn(container).length > 0);
    const forbidden = quotedList(sorted(containersIn(pod).flatMap(forbiddenIn)));
    const details = [
      ...(keeping.length ? [`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
      ...(adding.length
        ? [`${containersText(adding)} must not include ${forbidden} in securityContext.capabilities.add`]
        : []),
    ];
    return details.length ? { reason: 'unrestricted capabilities', detail: details.join('; ') } : undefined;
  },
};

const restrictedVolumes: Check = {
  name: 'restrictedVolumes',
  overrides: ['hostPathVolumes'],
  run({ spec }) {
    const bad = (spec.volumes ?? []).flatMap(({ name, ...source }) => {
      const type = Object.entries(source).find(([, value]) => value !== undefined && value !== null)?.[0] ?? 'unknown';
      return VOLUME_TYPES.has(type) ? [] : [{ name, type }];
    });
    if (bad.length === 0) return undefined;
    const types = sorted(bad.map(({ type }) => type));
    const names = `${plural(bad.length, 'volume')} ${quotedList(bad.map(({ name }) => name))}`;
    const uses = `${plural(bad.length, 'uses', 'use')} ${plural(types.length, 'restricted volume type')}`;
    return { reason: 'restricted volume types', detail: `${names} ${uses} ${quotedList(types)}` };
  },
};

const runAsNonRoot: Check = {
  name: 'runAsNonRoot',
  run(pod) {
    const own = pod.spec.securityContext?.runAsNonRoot;
    const refusing = namesWhere(pod, ({ securityContext }) => securityContext?.runAsNonRoot === false);
    const setters = settersText(own === false, refusing);
    const reason = 'runAsNonRoot != true';
    if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
    const silent = namesWhere(pod, ({ securityContext }) => typeof securityContext?.runAsNonRoot !== 'boolean');
    if (own === true || silent.length === 0) return undefined;
    return { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
  },
};

const runAsUser: Check = {
  name: 'runAsUser',
  since: 23,
  run(pod) {
    const names = namesWhere(pod, ({ securityContext }) => securityContext?.runAsUser === 0);
    const setters = settersText(pod.spec.securityContext?.runAsUser === 0, names);
    return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
  },
};

const seccompProfile: Check = {
  name: 'seccompProfile_restricted',
  since: 19,
  overrides: ['seccompProfile_baseline'],
  run(pod, minor) {
    if (isExempt(pod, minor)) return undefined;
    const isBad = (type: string | undefined): boolean => type !== undefined && !isSeccompAllowed(type);
    const own = pod.spec.securityContext?.seccompProfile?.type;
    const names = namesWhere(pod, ({ securityContext }) => isBad(securityContext?.seccompProfile?.type));
    const setters = settersText(isBad(own), names);
    const reason = 'seccompProfile';
    if (setters !== '') {
      const types = [own, ...containersIn(pod).map(({ securityContext }) => securityContext?.seccompProfile?.type)];
      const bad = quotedList(sorted(types.flatMap((type) => (type !== undefined && isBad(type) ? [type] : []))));
      return { reason, detail: `${setters} must not set securityContext.seccompProfile.type to ${bad}` };
    }
    const silent = namesWhere(pod, ({ securityContext }) => !securityContext?.seccompProfile);
    if (own !== undefined || silent.length === 0) return undefined;
    const wanted = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
    return { reason, detail: `pod or ${containersText(silent)} ${wanted}` };
  },
};

export const RESTRICTED_CHECKS: readonly Check[] = [
  allowPrivilegeEscalation,
  capabilities,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  seccompProfile,
];
