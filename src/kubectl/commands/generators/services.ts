import { failure } from '../../command-error.ts';
import type { Flags } from '../../command-line/flags.ts';

const TYPES = {
  clusterip: 'ClusterIP',
  nodeport: 'NodePort',
  loadbalancer: 'LoadBalancer',
  externalname: 'ExternalName',
};

/** Returns a number as a number, and a name as a text. */
const portOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

/** Returns the spec of a service from `--tcp=80:8080`. @throws CommandError */
export function serviceSpec(type: keyof typeof TYPES, flags: Flags, name: string): object {
  const isHeadless = flags.text('clusterip') === 'None';
  const pairs = flags.list('tcp');
  if (pairs.length === 0 && type !== 'externalname' && !isHeadless)
    throw failure('at least one tcp port specifier must be provided');
  const ports = pairs.map((pair) => {
    const [port = '', target = port] = pair.split(':');
    const nodePort = flags.number('node-port');
    return {
      name: pair.replace(':', '-'),
      port: Number(port),
      protocol: 'TCP',
      targetPort: portOf(target),
      ...(type === 'nodeport' && nodePort ? { nodePort } : {}),
    };
  });
  return {
    ...(flags.has('clusterip') ? { clusterIP: flags.text('clusterip') } : {}),
    ...(flags.has('external-name') ? { externalName: flags.text('external-name') } : {}),
    ...(ports.length > 0 ? { ports } : {}),
    selector: { app: name },
    type: TYPES[type],
  };
}

const backendOf = (name: string, port: string): object => ({
  service: { name, port: /^\d+$/.test(port) ? { number: Number(port) } : { name: port } },
});

/** Returns the spec of an ingress from `--rule=host/path=service:port`. @throws CommandError */
export function ingressSpec(flags: Flags): object {
  const rules = new Map<string, object[]>();
  const tls = new Map<string, string[]>();
  for (const text of flags.list('rule')) {
    const match = /^([^/]*)(\/[^=]*)=([^:]+):([^,]+)(?:,(tls)(?:=(.+))?)?$/.exec(text);
    if (!match)
      throw failure(`rule ${text} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]`);
    const [, host = '', path = '', service = '', port = '', isSecure, secret = ''] = match;
    const isPrefix = path.endsWith('*');
    const backend = backendOf(service, port);
    const item = { backend, path: isPrefix ? path.slice(0, -1) : path, pathType: isPrefix ? 'Prefix' : 'Exact' };
    rules.set(host, [...(rules.get(host) ?? []), item]);
    if (isSecure) tls.set(secret, [...(tls.get(secret) ?? []), ...(host ? [host] : [])]);
  }
  const [service, port = ''] = flags.text('default-backend').split(':');
  if (rules.size === 0 && !service)
    throw failure(
      'not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)',
    );
  return {
    ...(flags.has('class') ? { ingressClassName: flags.text('class') } : {}),
    ...(service ? { defaultBackend: backendOf(service, port) } : {}),
    ...(rules.size > 0
      ? { rules: [...rules].map(([host, paths]) => ({ ...(host ? { host } : {}), http: { paths } })) }
      : {}),
    ...(tls.size > 0
      ? { tls: [...tls].map(([secretName, hosts]) => ({ hosts, ...(secretName ? { secretName } : {}) })) }
      : {}),
  };
}
