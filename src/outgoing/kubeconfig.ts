import type { OutgoingTrust } from '../api/environment.ts';
import { isRecord } from '../api/object.ts';

/** The server and credentials of a kubeconfig. */
export interface KubeconfigTarget {
  readonly server: URL;
  readonly trust: OutgoingTrust;
  /** Value of the Authorization header. */
  readonly authorization?: string;
}

/**
 * Reads the current context of a kubeconfig, or its only cluster and user. Certificates, keys and tokens must be
 * inline: the server reads no other files.
 * @throws Error with a message for the author of the kubeconfig
 */
export function readKubeconfig(document: unknown): KubeconfigTarget {
  if (!isRecord(document)) throw new Error('a kubeconfig is a mapping with clusters, users and contexts');
  const current = document['current-context'];
  const context = current ? named(document.contexts, 'context', current) : {};
  const cluster = named(document.clusters, 'cluster', context.cluster);
  const user = document.users === undefined ? {} : named(document.users, 'user', context.user);
  refuseFiles(cluster, ['certificate-authority']);
  refuseFiles(user, ['client-certificate', 'client-key', 'tokenFile']);
  if (typeof cluster.server !== 'string' || !URL.canParse(cluster.server)) {
    throw new Error("the kubeconfig's cluster needs a server URL");
  }
  const authorization = authorizationOf(user);
  return {
    server: new URL(cluster.server),
    trust: trustOf(cluster, user),
    ...(authorization ? { authorization } : {}),
  };
}

type Entry = Readonly<Record<string, unknown>>;

/** Returns the entry `name` of a list of `{name, [key]: {…}}`, or the only entry when `name` is undefined. */
function named(list: unknown, key: string, name: unknown): Entry {
  const entries = Array.isArray(list) ? list.filter(isRecord) : [];
  const entry = name === undefined && entries.length === 1 ? entries[0] : entries.find((item) => item.name === name);
  if (!entry) throw new Error(`the kubeconfig has no ${key} ${JSON.stringify(name ?? '')}`);
  const value = entry[key];
  return isRecord(value) ? value : {};
}

function refuseFiles(entry: Entry, fields: readonly string[]): void {
  for (const field of fields) {
    if (!entry[field]) continue;
    const instead = field === 'tokenFile' ? 'token' : `${field}-data`;
    throw new Error(
      `the kubeconfig's ${field} names a file, which the server does not read: provide its content as ${instead}`,
    );
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `…-data` fields hold base64. */
function decoded(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : atob(text.replace(/\s+/g, ''));
}

function trustOf(cluster: Entry, user: Entry): OutgoingTrust {
  const certificateAuthorities = decoded(cluster['certificate-authority-data']);
  const serverName = textOf(cluster['tls-server-name']);
  const clientCertificate = decoded(user['client-certificate-data']);
  const clientKey = decoded(user['client-key-data']);
  return {
    ...(certificateAuthorities ? { certificateAuthorities } : {}),
    ...(serverName ? { serverName } : {}),
    ...(cluster['insecure-skip-tls-verify'] === true ? { insecureSkipVerify: true } : {}),
    ...(clientCertificate ? { clientCertificate } : {}),
    ...(clientKey ? { clientKey } : {}),
  };
}

function authorizationOf({ token, username, password }: Entry): string | undefined {
  const bearer = textOf(token);
  if (bearer) return `Bearer ${bearer}`;
  return username === undefined ? undefined : `Basic ${btoa(`${textOf(username) ?? ''}:${textOf(password) ?? ''}`)}`;
}
