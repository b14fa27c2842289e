export function findEtcd(): { readonly etcd: string | undefined; readonly haproxy: string | undefined };
export function installEtcd(): void;
