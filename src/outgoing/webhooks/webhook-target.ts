import type { OutgoingTrust } from '../../api/environment.ts';
import type { WebhookClientConfig } from '../../api/kinds/admissionregistration-v1.generated.ts';
import type { Service } from '../../api/kinds/core-v1.generated.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { ServiceTarget } from '../../api/ports/service-caller.ts';

/** The address of a webhook. */
export interface WebhookTarget {
  /** As shown in errors: with a cleaned path and without the query. */
  readonly url: string;
  readonly path: string;
  /** `host`, `host:port`: keys of the credentials, the most specific first. */
  readonly hosts: readonly string[];
  readonly service?: ServiceTarget;
  readonly trust: OutgoingTrust;
}

const STANDARD_PORT = 443;

export function webhookTarget({ url, service, caBundle }: WebhookClientConfig): WebhookTarget {
  const trust = caBundle ? { certificateAuthorities: decodedPem(caBundle) } : {};
  if (!service) return { ...urlTarget(url ?? ''), trust };
  const { namespace, name, path = '', port = STANDARD_PORT } = service;
  const serverName = `${name}.${namespace}.svc`;
  const host = `${serverName}:${port}`;
  return {
    ...placeOf(host, path),
    hosts: port === STANDARD_PORT ? [host, serverName] : [host],
    service: { namespace, name, port },
    trust: { ...trust, serverName },
  };
}

function urlTarget(url: string): Pick<WebhookTarget, 'url' | 'path' | 'hosts'> {
  const [, host = '', path = ''] = /^https:\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  return { ...placeOf(host, path), hosts: [host] };
}

function placeOf(host: string, givenPath: string): Pick<WebhookTarget, 'url' | 'path'> {
  const path = cleaned(givenPath);
  return { url: `https://${host}${path}`, path };
}

/** Cleans a path like Go's path.Join. */
function cleaned(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}

/** A caBundle is base64-encoded PEM. */
const decodedPem = (caBundle: string): string => atob(caBundle.replace(/\s+/g, ''));

/** Returns Go's message for an invalid caBundle; undefined when it is missing or has certificates. */
export function authoritiesProblem(caBundle: string | undefined): string | undefined {
  const pem = caBundle ? decodedPem(caBundle) : '';
  if (pem === '' || pem.includes('-----BEGIN CERTIFICATE-----')) return undefined;
  return pem.includes('-----BEGIN ')
    ? 'no valid certificate authority data seen'
    : 'unable to parse bytes as PEM block';
}

/** Returns why the real server could not reach a service; undefined when it could. */
export async function unreachable(
  { namespace, name, port }: ServiceTarget,
  reader: ObjectReader,
): Promise<string | undefined> {
  const service = await reader.get<Service>('', 'services', namespace, name);
  if (!service) return `service ${JSON.stringify(name)} not found`;
  const { clusterIP, externalName, ports, type = 'ClusterIP' } = service.spec ?? {};
  if (type === 'ExternalName') return `dial tcp: lookup ${externalName}: no such host`;
  if (clusterIP === 'None') return 'cannot route to service with ClusterIP "None"';
  if (ports?.some((each) => each.port === port)) return undefined;
  return `no service port ${port} found for service ${JSON.stringify(name)}`;
}
