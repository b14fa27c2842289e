import type { SELinuxOptions } from '../../api/kinds/core-v1.generated.ts';
import {
  type Check,
  containersIn,
  containersText,
  namesWhere,
  plural,
  quotedList,
  settersText,
  sorted,
} from './check.ts';

const CAPABILITIES = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
);
const SELINUX_TYPES = new Set(['', 'container_t', 'container_init_t', 'container_kvm_t']);
const SYSCTLS = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]);
const APPARMOR = /^container\.apparmor\.security\.beta\.(kubernetes|cluster)\.io\//;
const SECCOMP_ANNOTATION =
  /^(seccomp\.security\.alpha\.(kubernetes|cluster)\.io\/pod$|container\.seccomp\.security\.alpha\.(kubernetes|cluster)\.io\/)/;

/** Annotations that set seccomp profiles before the fields existed. */
export const isSeccompAnnotation = (key: string): boolean => SECCOMP_ANNOTATION.test(key);

export const isSeccompAllowed = (type: string | undefined): boolean =>
  type === 'RuntimeDefault' || type === 'Localhost';

const appArmorProfile: Check = {
  name: 'appArmorProfile',
  run({ annotations }) {
    const forbidden = Object.entries(annotations)
      .filter(([key, value]) => APPARMOR.test(key) && !/^(|runtime\/default|localhost\/.*)$/.test(value))
      .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
      .sort();
    if (forbidden.length === 0) return undefined;
    return { reason: plural(forbidden.length, 'forbidden AppArmor profile'), detail: forbidden.join(', ') };
  },
};

const capabilities: Check = {
  name: 'capabilities_baseline',
  run(pod) {
    const added = containersIn(pod).map(({ name, securityContext }) => ({
      name,
      forbidden: (securityContext?.capabilities?.add ?? []).filter((capability) => !CAPABILITIES.has(capability)),
    }));
    const bad = added.filter(({ forbidden }) => forbidden.length);
    if (bad.length === 0) return undefined;
    const names = containersText(bad.map(({ name }) => name));
    const forbidden = quotedList(sorted(bad.flatMap((container) => container.forbidden)));
    return {
      reason: 'non-default capabilities',
      detail: `${names} must not include ${forbidden} in securityContext.capabilities.add`,
    };
  },
};

const hostNamespaces: Check = {
  name: 'hostNamespaces',
  run({ spec }) {
    const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name]);
    if (shared.length === 0) return undefined;
    return { reason: 'host namespaces', detail: shared.map((name) => `${name}=true`).join(', ') };
  },
};

const hostPathVolumes: Check = {
  name: 'hostPathVolumes',
  run({ spec }) {
    const names = (spec.volumes ?? []).filter(({ hostPath }) => hostPath).map(({ name }) => name);
    if (names.length === 0) return undefined;
    return { reason: 'hostPath volumes', detail: `${plural(names.length, 'volume')} ${quotedList(names)}` };
  },
};

const hostPorts: Check = {
  name: 'hostPorts',
  run(pod) {
    const names = namesWhere(pod, ({ ports }) => ports?.some(({ hostPort }) => hostPort) ?? false);
    const ports = sorted(
      containersIn(pod).flatMap((container) =>
        (container.ports ?? []).flatMap(({ hostPort }) => (hostPort ? [`${hostPort}`] : [])),
      ),
    );
    if (names.length === 0) return undefined;
    const uses = `${plural(names.length, 'uses', 'use')} ${plural(ports.length, 'hostPort')}`;
    return { reason: 'hostPort', detail: `${containersText(names)} ${uses} ${ports.join(', ')}` };
  },
};

const privileged: Check = {
  name: 'privileged',
  run(pod) {
    const names = namesWhere(pod, ({ securityContext }) => securityContext?.privileged === true);
    if (names.length === 0) return undefined;
    return { reason: 'privileged', detail: `${containersText(names)} must not set securityContext.privileged=true` };
  },
};

const procMount: Check = {
  name: 'procMount',
  run(pod) {
    const isBad = (mount: string | undefined): boolean => mount !== undefined && mount !== 'Default';
    const names = namesWhere(pod, ({ securityContext }) => isBad(securityContext?.procMount));
    if (names.length === 0) return undefined;
    const mounts = sorted(
      containersIn(pod)
        .flatMap(({ securityContext }) => securityContext?.procMount ?? [])
        .filter(isBad),
    );
    const detail = `${containersText(names)} must not set securityContext.procMount to ${quotedList(mounts)}`;
    return { reason: 'procMount', detail };
  },
};

const seLinuxOptions: Check = {
  name: 'seLinuxOptions',
  run(pod) {
    const isBad = (options: SELinuxOptions | undefined): boolean =>
      Boolean(options && (!SELINUX_TYPES.has(options.type ?? '') || options.user || options.role));
    const own = pod.spec.securityContext?.seLinuxOptions;
    const names = namesWhere(pod, ({ securityContext }) => isBad(securityContext?.seLinuxOptions));
    const setters = settersText(isBad(own), names);
    if (setters === '') return undefined;
    const all = [own, ...containersIn(pod).map(({ securityContext }) => securityContext?.seLinuxOptions)];
    const types = sorted(all.flatMap((options) => options?.type ?? []).filter((type) => !SELINUX_TYPES.has(type)));
    const problems = [
      ...(types.length ? [`${plural(types.length, 'type')} ${quotedList(types)}`] : []),
      ...(all.some((options) => options?.user) ? ['user may not be set'] : []),
      ...(all.some((options) => options?.role) ? ['role may not be set'] : []),
    ];
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${problems.join('; ')}`;
    return { reason: 'seLinuxOptions', detail };
  },
};

/** By annotations before 1.19, by fields from then on. */
const seccompProfile: Check = {
  name: 'seccompProfile_baseline',
  run(pod, minor) {
    if (minor < 19) {
      const forbidden = Object.entries(pod.annotations)
        .filter(
          ([key, value]) =>
            isSeccompAnnotation(key) && !/^(runtime\/default|docker\/default|localhost\/.*)$/.test(value),
        )
        .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
        .sort();
      if (forbidden.length === 0) return undefined;
      const detail = `forbidden ${plural(forbidden.length, 'annotation')} ${forbidden.join(', ')}`;
      return { reason: 'seccompProfile', detail };
    }
    const isBad = (type: string | undefined): boolean => type !== undefined && !isSeccompAllowed(type);
    const own = pod.spec.securityContext?.seccompProfile?.type;
    const names = namesWhere(pod, ({ securityContext }) => isBad(securityContext?.seccompProfile?.type));
    const setters = settersText(isBad(own), names);
    if (setters === '') return undefined;
    const types = [own, ...containersIn(pod).map(({ securityContext }) => securityContext?.seccompProfile?.type)];
    const bad = quotedList(sorted(types.flatMap((type) => (type !== undefined && isBad(type) ? [type] : []))));
    return {
      reason: 'seccompProfile',
      detail: `${setters} must not set securityContext.seccompProfile.type to ${bad}`,
    };
  },
};

const sysctls: Check = {
  name: 'sysctls',
  run({ spec }, minor) {
    const forbidden = (spec.securityContext?.sysctls ?? [])
      .map(({ name }) => name)
      .filter((name) => !SYSCTLS.has(name) && !(minor >= 27 && name === 'net.ipv4.ip_local_reserved_ports'));
    return forbidden.length ? { reason: 'forbidden sysctls', detail: forbidden.join(', ') } : undefined;
  },
};

const windowsHostProcess: Check = {
  name: 'windowsHostProcess',
  run(pod) {
    const isSet = pod.spec.securityContext?.windowsOptions?.hostProcess === true;
    const names = namesWhere(pod, ({ securityContext }) => securityContext?.windowsOptions?.hostProcess === true);
    const setters = settersText(isSet, names);
    if (setters === '') return undefined;
    return { reason: 'hostProcess', detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true` };
  },
};

export const BASELINE_CHECKS: readonly Check[] = [
  appArmorProfile,
  capabilities,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  privileged,
  procMount,
  seLinuxOptions,
  seccompProfile,
  sysctls,
  windowsHostProcess,
];
