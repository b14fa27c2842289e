import type { OutgoingTrust } from '../../api/environment.ts';
import { isRecord } from '../../api/object.ts';
import { readYaml } from '../../schema/yaml/yaml-to-json.ts';

/** The credentials that the server presents to a webhook. */
export interface WebhookCredentials {
  readonly trust: Pick<OutgoingTrust, 'clientCertificate' | 'clientKey'>;
  /** The value of the Authorization header. */
  readonly authorization?: string;
}

export type FindCredentials = (hosts: readonly string[]) => WebhookCredentials;

/** Reads credentials from a plugin's configuration (a WebhookAdmissionConfiguration). */
export const credentialsFrom = ({ kubeConfigFile }: Readonly<Record<string, unknown>>): FindCredentials =>
  webhookCredentials(typeof kubeConfigFile === 'string' ? kubeConfigFile : '');

const NONE: WebhookCredentials = { trust: {} };

/**
 * Reads credentials from the kubeconfig of a WebhookAdmissionConfiguration. The name of a user is the host that its
 * credentials are for (`*.` matches leading labels, `*` every host).
 * @param kubeconfig text; empty for none
 */
function webhookCredentials(kubeconfig: string): FindCredentials {
  const document: unknown = kubeconfig === '' ? {} : readYaml(kubeconfig);
  const users = namedEntries(document, 'users', 'user');
  const contexts = namedEntries(document, 'contexts', 'context');
  const current = isRecord(document) ? contexts.get(String(document['current-context'] ?? '')) : undefined;
  return (hosts) => {
    const names = [...hosts.flatMap((host) => [host, ...wildcards(host)]), '*', String(current?.user ?? '')];
    const user = names.map((name) => users.get(name)).find((found) => found !== undefined);
    return user ? credentialsOf(user) : NONE;
  };
}

type Entry = Readonly<Record<string, unknown>>;

function namedEntries(document: unknown, list: string, key: string): ReadonlyMap<string, Entry> {
  const entries = isRecord(document) && Array.isArray(document[list]) ? document[list].filter(isRecord) : [];
  return new Map(entries.map((entry) => [String(entry.name), isRecord(entry[key]) ? entry[key] : {}]));
}

function wildcards(host: string): string[] {
  const steps = host.split('.');
  return steps.slice(1).map((_, index) => `*.${steps.slice(index + 1).join('.')}`);
}

function credentialsOf(user: Entry): WebhookCredentials {
  const decoded = (field: string): string | undefined =>
    typeof user[field] === 'string' ? atob(user[field].replace(/\s+/g, '')) : undefined;
  const clientCertificate = decoded('client-certificate-data');
  const clientKey = decoded('client-key-data');
  const authorization = authorizationOf(user);
  return {
    trust: { ...(clientCertificate ? { clientCertificate } : {}), ...(clientKey ? { clientKey } : {}) },
    ...(authorization ? { authorization } : {}),
  };
}

function authorizationOf({ token, username, password = '' }: Entry): string | undefined {
  if (token) return `Bearer ${token}`;
  return username === undefined ? undefined : `Basic ${btoa(`${username}:${password}`)}`;
}
