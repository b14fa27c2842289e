import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import { type DialectName, dialectNamed } from '../../api/dialect.ts';
import { parseDuration } from '../../api/values/duration.ts';
import type { IpRange } from '../../api/values/ip-address.ts';
import { DEFAULT_SERVICE_RANGE, parseServiceRanges, ServiceRangeError } from '../../api/values/service-ranges.ts';
import { type AuthenticationFlags, DEFAULT_AUTHENTICATION_FLAGS } from '../../authentication/authentication-flags.ts';

/** Supported API server flags; docs/flags.md documents each. Files are given as their contents. */
export interface ServerFlags extends AuthenticationFlags {
  readonly dialect: DialectName;
  /** Comma-separated authorization modes, in order. */
  readonly 'authorization-mode': string;
  /** A kubeconfig for the webhook of the mode Webhook. */
  readonly 'authorization-webhook-config-file': string;
  /** v1 or v1beta1: the version of the SubjectAccessReviews sent to the webhook. */
  readonly 'authorization-webhook-version': string;
  /** Go durations. */
  readonly 'authorization-webhook-cache-authorized-ttl': string;
  readonly 'authorization-webhook-cache-unauthorized-ttl': string;
  readonly 'enable-admission-plugins': string;
  readonly 'disable-admission-plugins': string;
  /** An AdmissionConfiguration (JSON or YAML) with the plugin configurations inline. */
  readonly 'admission-control-config-file': string;
  readonly 'default-not-ready-toleration-seconds': number;
  readonly 'default-unreachable-toleration-seconds': number;
  /** An audit.k8s.io/v1 Policy (JSON or YAML): which requests are logged, and at which level. */
  readonly 'audit-policy-file': string;
  /** `<group>/<version>[/<resource>][=bool]` or `api/all|ga|beta|alpha[=bool]`, comma-separated. */
  readonly 'runtime-config': string;
  /** Reads and writes that execute at once. With priority and fairness, their sum is divided among the priority levels. */
  readonly 'max-requests-inflight': number;
  readonly 'max-mutating-requests-inflight': number;
  readonly 'enable-priority-and-fairness': boolean;
  /** PEM: the authority for kubelets' certificates, and the client certificate that the server presents to kubelets. */
  readonly 'kubelet-certificate-authority': string;
  readonly 'kubelet-client-certificate': string;
  readonly 'kubelet-client-key': string;
  /** PEM: the client certificate that the server presents to extension API servers. */
  readonly 'proxy-client-cert-file': string;
  readonly 'proxy-client-key-file': string;
  /** Comma-separated types of node addresses, in order of preference. */
  readonly 'kubelet-preferred-address-types': string;
  readonly 'feature-gates': string;
  /** Comma-separated regular expressions: origins whose pages may read responses. */
  readonly 'cors-allowed-origins': string;
  /** The address in the Endpoints of the Service `kubernetes`. Empty: an address of the host. */
  readonly 'advertise-address': string;
  /** One range, or one of each IP family separated by a comma, the primary one first. */
  readonly 'service-cluster-ip-range': string;
  /** Seconds for which changes are retained for watches and continue tokens. */
  readonly 'event-history-seconds': number;
  /** A Go duration: how long an Event is kept after its last write. Zero keeps all. */
  readonly 'event-ttl': string;
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
  'max-requests-inflight': 400,
  'max-mutating-requests-inflight': 200,
  'enable-priority-and-fairness': true,
  'kubelet-certificate-authority': '',
  'kubelet-client-certificate': '',
  'kubelet-client-key': '',
  'proxy-client-cert-file': '',
  'proxy-client-key-file': '',
  'kubelet-preferred-address-types': 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
  'feature-gates': '',
  'cors-allowed-origins': '',
  'advertise-address': '',
  'service-cluster-ip-range': DEFAULT_SERVICE_RANGE,
  'event-history-seconds': 300,
  'event-ttl': '1h0m0s',
};

/** An unknown flag, or one with an invalid value. The message addresses the person who set it. */
export class FlagError extends Error {}

/** Parses flags, given as text by name, over the defaults. @throws FlagError */
export function parseServerFlags(given: Readonly<Record<string, string>>): ServerFlags {
  const flags: Record<string, string | number | boolean> = { ...DEFAULT_FLAGS };
  for (const [name, text] of Object.entries(given)) {
    const standard = flags[name];
    if (standard === undefined) throw new FlagError(`unknown flag --${name}`);
    flags[name] = parseValue(name, text, standard);
  }
  if (flags.dialect !== 'cluster' && flags.dialect !== 'kubernetes')
    throw new FlagError(`--dialect must be cluster or kubernetes, not ${flags.dialect}`);
  return flags as unknown as ServerFlags;
}

function parseValue(name: string, text: string, standard: string | number | boolean): string | number | boolean {
  if (typeof standard === 'boolean') {
    if (!/^(true|false|1|0|t|f)$/i.test(text)) throw new FlagError(`--${name} takes true or false, not ${text}`);
    return /^(true|1|t)$/i.test(text);
  }
  if (typeof standard === 'number') {
    if (!/^\d+$/.test(text)) throw new FlagError(`--${name} takes an integer, not ${text}`);
    return Number(text);
  }
  return text;
}

type DurationFlag =
  | 'authorization-webhook-cache-authorized-ttl'
  | 'authorization-webhook-cache-unauthorized-ttl'
  | 'event-ttl';

/** Returns the milliseconds of a flag. @throws FlagError */
export function readDurationFlag(flags: ServerFlags, name: DurationFlag): number {
  const duration = parseDuration(flags[name]);
  if (duration === undefined) throw new FlagError(`--${name} takes a duration like 5m0s, not ${flags[name]}`);
  return duration;
}

/** Parses the ranges of `--service-cluster-ip-range`. @throws FlagError with the real server's message */
export function openServiceRanges(text: string): readonly IpRange[] {
  try {
    return parseServiceRanges(text);
  } catch (error) {
    if (error instanceof ServiceRangeError) throw new FlagError(error.message);
    throw error;
  }
}

/** Parses `a=b,c` into pairs. A missing value is `true`. */
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

/** On by default although not stable: beta versions introduced before v1.22, and the debug group. */
const ON_BY_DEFAULT = new Set([
  'flowcontrol.apiserver.k8s.io/v1beta2',
  'flowcontrol.apiserver.k8s.io/v1beta3',
  `${DEBUG_GROUP}/${DEBUG_VERSION}`,
]);

/**
 * Reports whether `--runtime-config` enables a group and version (or one resource of it), by Kubernetes or dialect
 * name.
 */
export function isVersionServed(flags: ServerFlags, group: string, version: string, resource: string): boolean {
  const pairs = parsePairs(flags['runtime-config']);
  const dialect = dialectNamed(flags.dialect);
  const ask = (key: string): boolean | undefined => {
    const value = pairs.get(key) ?? pairs.get(dialect.renameText(key));
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
