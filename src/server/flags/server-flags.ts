import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import { type DialectName, dialectNamed } from '../../api/dialect.ts';
import type { IpRange } from '../../api/values/ip-address.ts';
import { DEFAULT_SERVICE_RANGE, parseServiceRanges, ServiceRangeError } from '../../api/values/service-ranges.ts';
import { type AuthenticationFlags, DEFAULT_AUTHENTICATION_FLAGS } from './authentication-flags.ts';

/** Flags of the API server that this one knows; each is documented in README.md. Files are given as their texts. */
export interface ServerFlags extends AuthenticationFlags {
  readonly dialect: DialectName;
  /** Comma-separated authorizers, in order. */
  readonly 'authorization-mode': string;
  /** A kubeconfig that leads to the service asked in the mode Webhook. */
  readonly 'authorization-webhook-config-file': string;
  /** v1 or v1beta1: the version of the SubjectAccessReviews that are sent. */
  readonly 'authorization-webhook-version': string;
  /** Durations as Go writes them. */
  readonly 'authorization-webhook-cache-authorized-ttl': string;
  readonly 'authorization-webhook-cache-unauthorized-ttl': string;
  readonly 'enable-admission-plugins': string;
  readonly 'disable-admission-plugins': string;
  /** An AdmissionConfiguration (JSON or YAML) with the configuration of plugins in it. */
  readonly 'admission-control-config-file': string;
  readonly 'default-not-ready-toleration-seconds': number;
  readonly 'default-unreachable-toleration-seconds': number;
  /** A Policy of audit.k8s.io/v1 (JSON or YAML): of which requests the audit log is told, and how much. */
  readonly 'audit-policy-file': string;
  /** `<group>/<version>[/<resource>][=bool]` or `api/all|ga|beta|alpha[=bool]`, comma-separated. */
  readonly 'runtime-config': string;
  /** PEM: whom kubelets' certificates must come from, and what the server presents to kubelets. */
  readonly 'kubelet-certificate-authority': string;
  readonly 'kubelet-client-certificate': string;
  readonly 'kubelet-client-key': string;
  /** Comma-separated types of node addresses, in the order in which they are tried. */
  readonly 'kubelet-preferred-address-types': string;
  readonly 'feature-gates': string;
  /** Address of the Endpoints of the Service `kubernetes`; empty: one of the host. */
  readonly 'advertise-address': string;
  /** One range, or one of each family separated by a comma, the primary first. */
  readonly 'service-cluster-ip-range': string;
  /** Seconds for which changes are kept for watches and continue tokens. */
  readonly 'event-history-seconds': number;
}

export const DEFAULT_FLAGS: ServerFlags = {
  dialect: 'cluster',
  ...DEFAULT_AUTHENTICATION_FLAGS,
  'authorization-mode': 'Node,RBAC',
  'authorization-webhook-config-file': '',
  'authorization-webhook-version': 'v1beta1',
  'authorization-webhook-cache-authorized-ttl': '5m0s',
  'authorization-webhook-cache-unauthorized-ttl': '30s',
  'enable-admission-plugins': '',
  'disable-admission-plugins': '',
  'admission-control-config-file': '',
  'default-not-ready-toleration-seconds': 300,
  'default-unreachable-toleration-seconds': 300,
  'audit-policy-file': '',
  'runtime-config': '',
  'kubelet-certificate-authority': '',
  'kubelet-client-certificate': '',
  'kubelet-client-key': '',
  'kubelet-preferred-address-types': 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
  'feature-gates': '',
  'advertise-address': '',
  'service-cluster-ip-range': DEFAULT_SERVICE_RANGE,
  'event-history-seconds': 300,
};

/** A flag that is unknown or has a value that cannot be. The message is for the person who set it. */
export class FlagError extends Error {}

/** Reads `--name=value` pairs (values as texts) over the defaults. @throws FlagError */
export function parseServerFlags(given: Readonly<Record<string, string>>): ServerFlags {
  const flags: Record<string, string | number | boolean> = { ...DEFAULT_FLAGS };
  for (const [name, text] of Object.entries(given)) {
    const standard = flags[name];
    if (standard === undefined) throw new FlagError(`unknown flag --${name}`);
    flags[name] = parseValue(name, text, standard);
  }
  if (flags.dialect !== 'cluster' && flags.dialect !== 'kubernetes')
    throw new FlagError(`--dialect is cluster or kubernetes, not ${flags.dialect}`);
  return flags as unknown as ServerFlags;
}

function parseValue(name: string, text: string, standard: string | number | boolean): string | number | boolean {
  if (typeof standard === 'boolean') {
    if (!/^(true|false|1|0|t|f)$/i.test(text)) throw new FlagError(`--${name} takes true or false, not ${text}`);
    return /^(true|1|t)$/i.test(text);
  }
  if (typeof standard === 'number') {
    if (!/^\d+$/.test(text)) throw new FlagError(`--${name} takes a whole number, not ${text}`);
    return Number(text);
  }
  return text;
}

/** The ranges that `--service-cluster-ip-range` names. @throws FlagError with the real server's words */
export function openServiceRanges(text: string): readonly IpRange[] {
  try {
    return parseServiceRanges(text);
  } catch (error) {
    if (error instanceof ServiceRangeError) throw new FlagError(error.message);
    throw error;
  }
}

/** Texts of `a=b,c` as pairs; a missing value is `true`. */
export const parsePairs = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const equals = pair.indexOf('=');
        return equals < 0 ? [pair, 'true'] : [pair.slice(0, equals), pair.slice(equals + 1)];
      }),
  );

/** On by default although not stable: beta versions that were introduced before v1.22, and what explains decisions. */
const ON_BY_DEFAULT = new Set([
  'flowcontrol.apiserver.k8s.io/v1beta2',
  'flowcontrol.apiserver.k8s.io/v1beta3',
  `${DEBUG_GROUP}/${DEBUG_VERSION}`,
]);

/** What `--runtime-config` says of a group and version (or one resource of it), by Kubernetes or dialect name. */
export function isVersionServed(flags: ServerFlags, group: string, version: string, resource: string): boolean {
  const pairs = parsePairs(flags['runtime-config']);
  const dialect = dialectNamed(flags.dialect);
  const ask = (key: string): boolean | undefined => {
    const value = pairs.get(key) ?? pairs.get(dialect.rename(key));
    return value === undefined ? undefined : value !== 'false' && value !== '0';
  };
  const path = `${group || 'api'}/${version}`;
  const level = /alpha/.test(version) ? 'alpha' : /beta/.test(version) ? 'beta' : 'ga';
  return (
    ask(`${path}/${resource}`) ??
    ask(path) ??
    ask(`api/${level}`) ??
    ask('api/all') ??
    (level === 'ga' || ON_BY_DEFAULT.has(path))
  );
}
