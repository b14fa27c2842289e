/** Returns the service account that a user name stands for; undefined for other users. */
export function serviceAccountOf(username: string): { readonly namespace: string; readonly name: string } | undefined {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username) ?? [];
  return namespace && name ? { namespace, name } : undefined;
}
