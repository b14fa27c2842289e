import type { OutgoingTrust } from '../../api/environment.ts';
import type { APIService } from '../../api/kinds/apiregistration-v1.generated.ts';
import type { ServiceTarget } from '../../api/ports/service-caller.ts';

const DEFAULT_PORT = 443;

/** An APIService: a group version, its place in discovery, and the service that serves it. */
export interface RegisteredApi {
  /** `<version>.<group>` */
  readonly name: string;
  readonly group: string;
  readonly version: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
  /** Undefined when this server serves the group version itself. */
  readonly remote: RemoteApi | undefined;
}

/** Where a group version is served, and whether the last check could reach it. */
export interface RemoteApi {
  readonly service: ServiceTarget;
  readonly trust: OutgoingTrust;
  readonly isAvailable: boolean;
}

/** The legacy core group, whose APIService covers all of `/api`. */
export const LEGACY_API_NAME = 'v1.';

export function registeredApi({ metadata, spec, status }: APIService): RegisteredApi {
  const { group = '', version = '', groupPriorityMinimum = 0, versionPriority = 0 } = spec ?? {};
  const available = status?.conditions?.find(({ type }) => type === 'Available');
  const place = { name: metadata.name ?? '', group, version, groupPriorityMinimum, versionPriority };
  if (!spec?.service) return { ...place, remote: undefined };
  const { namespace = '', name = '', port = DEFAULT_PORT } = spec.service;
  const { caBundle, insecureSkipTLSVerify } = spec;
  return {
    ...place,
    remote: {
      service: { namespace, name, port },
      trust: {
        serverName: `${name}.${namespace}.svc`,
        ...(insecureSkipTLSVerify ? { insecureSkipVerify: true } : {}),
        ...(caBundle ? { certificateAuthorities: atob(caBundle.replace(/\s+/g, '')) } : {}),
      },
      isAvailable: available?.status === 'True',
    },
  };
}

/** The path below which a group version is served. */
export const pathOfApi = ({ name, group, version }: Pick<RegisteredApi, 'name' | 'group' | 'version'>): string =>
  name === LEGACY_API_NAME ? '/api' : `/apis/${group}/${version}`;
