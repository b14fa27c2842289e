import { stringify } from 'yaml';

/** Returns a kubeconfig for a server with a bearer token. `certificate`: PEM of its authority, for HTTPS. */
export function kubeconfig({
  server,
  token,
  certificate,
}: {
  server: string;
  token: string;
  certificate?: string | undefined;
}): string {
  const trust = certificate && server.startsWith('https:') ? { 'certificate-authority-data': btoa(certificate) } : {};
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'tabplane', cluster: { server, ...trust } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'tabplane', context: { cluster: 'tabplane', user: 'admin' } }],
    'current-context': 'tabplane',
  });
}
