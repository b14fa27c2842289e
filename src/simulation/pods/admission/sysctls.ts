import type { Pod } from '../../../api/kinds/core-v1.generated.ts';

/** The sysctls that a kubelet allows by default, and their namespaces. */
const ALLOWED: Readonly<Record<string, 'ipc' | 'net'>> = {
  'kernel.shm_rmid_forced': 'ipc',
  'net.ipv4.ip_local_port_range': 'net',
  'net.ipv4.ip_local_reserved_ports': 'net',
  'net.ipv4.ip_unprivileged_port_start': 'net',
  'net.ipv4.ping_group_range': 'net',
  'net.ipv4.tcp_syncookies': 'net',
};

/** Returns the kubelet's message for a forbidden sysctl of a pod; undefined when all are allowed. */
export function forbiddenSysctl({ spec }: Pod): string | undefined {
  for (const { name } of spec?.securityContext?.sysctls ?? []) {
    const dotted = withDots(name);
    const namespace = Object.hasOwn(ALLOWED, dotted) ? ALLOWED[dotted] : undefined;
    if (!namespace) return `${JSON.stringify(dotted)} not allowlisted`;
    const isOfHost = namespace === 'ipc' ? spec?.hostIPC : spec?.hostNetwork;
    if (isOfHost) return `${JSON.stringify(dotted)} not allowed with host ${namespace} enabled`;
  }
  return undefined;
}

/** Swaps dots and slashes in a name whose first separator is a slash. */
function withDots(name: string): string {
  if (/[./]/.exec(name)?.[0] !== '/') return name;
  return name.replace(/[./]/g, (separator) => (separator === '/' ? '.' : '/'));
}
