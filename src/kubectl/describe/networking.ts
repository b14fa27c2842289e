import { ApiError } from '../../client/api-error.ts';
import type { AnyObject } from '../command.ts';
import { typeNamed } from '../objects/resource-types.ts';
import { labelsText } from '../output/print-table.ts';
import type { Describe, Subject } from './describer.ts';
import { type Description, writeAnnotations, writeLabels, writeMap } from './description.ts';
import { type Fields, inner, items, member, number, string, textMap, texts } from './fields.ts';

/** Returns the Endpoints of a service; undefined when there are none. */
async function endpointsOf(
  { client, environment, object }: Pick<Subject, 'client' | 'environment' | 'object'>,
  name: string,
): Promise<AnyObject | undefined> {
  const { group, version, resource } = await typeNamed(environment, 'endpoints');
  const { namespace = '' } = object.metadata;
  return client.get<AnyObject>({ group, version, resource, namespace, name }).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
}

const MOST_ADDRESSES = 3;

/** Returns the addresses of a port: `10.0.0.1:80,10.0.0.2:80 + 1 more...`. */
function addressesText(endpoints: AnyObject | undefined, portName: string | undefined): string {
  const addresses = items(endpoints, 'subsets').flatMap((subset) =>
    items(subset, 'ports')
      .filter((port) => portName === undefined || string(port, 'name') === portName)
      .flatMap((port) =>
        items(subset, 'addresses').map((address) => `${string(address, 'ip')}:${string(port, 'port')}`),
      ),
  );
  if (addresses.length === 0) return '<none>';
  const shown = addresses.slice(0, MOST_ADDRESSES).join(',');
  return addresses.length > MOST_ADDRESSES ? `${shown} + ${addresses.length - MOST_ADDRESSES} more...` : shown;
}

export const describeService: Describe = async (subject) => {
  const { object, description } = subject;
  const { metadata } = object;
  const spec = member(object, 'spec');
  const endpoints = await endpointsOf(subject, metadata.name ?? '');
  description.field('Namespace', metadata.namespace);
  writeLabels(description, metadata);
  description.field('Selector', labelsText(textMap(spec, 'selector')));
  description.field('Type', string(spec, 'type'));
  if (string(spec, 'ipFamilyPolicy')) description.field('IP Family Policy', string(spec, 'ipFamilyPolicy'));
  if (texts(spec, 'ipFamilies').length > 0) description.field('IP Families', texts(spec, 'ipFamilies').join(','));
  else description.field('IP Families', '<none>');
  description.field('IP', string(spec, 'clusterIP'));
  if (texts(spec, 'clusterIPs').length > 0) description.field('IPs', texts(spec, 'clusterIPs').join(','));
  else description.field('IPs', '<none>');
  if (texts(spec, 'externalIPs').length > 0) description.field('External IPs', texts(spec, 'externalIPs').join(','));
  if (string(spec, 'loadBalancerIP')) description.field('IP', string(spec, 'loadBalancerIP'));
  if (string(spec, 'externalName')) description.field('External Name', string(spec, 'externalName'));
  const ingress = items(object, 'status', 'loadBalancer', 'ingress').map(
    (each) => string(each, 'ip') || string(each, 'hostname'),
  );
  if (ingress.length > 0) description.field('LoadBalancer Ingress', ingress.join(', '));
  for (const port of items(spec, 'ports')) {
    const protocol = string(port, 'protocol');
    const target = string(port, 'targetPort');
    description.field('Port', `${string(port, 'name') || '<unset>'}\t${number(port, 'port')}/${protocol}`);
    description.field('TargetPort', `${target}/${protocol}`);
    if (number(port, 'nodePort') > 0)
      description.field('NodePort', `${string(port, 'name') || '<unset>'}\t${number(port, 'nodePort')}/${protocol}`);
    description.field('Endpoints', addressesText(endpoints, string(port, 'name')));
  }
  description.field('Session Affinity', string(spec, 'sessionAffinity'));
  if (string(spec, 'externalTrafficPolicy'))
    description.field('External Traffic Policy', string(spec, 'externalTrafficPolicy'));
  if (number(spec, 'healthCheckNodePort') > 0)
    description.field('HealthCheck NodePort', number(spec, 'healthCheckNodePort'));
  if (texts(spec, 'loadBalancerSourceRanges').length > 0)
    description.field('LoadBalancer Source Ranges', texts(spec, 'loadBalancerSourceRanges').join(','));
};

/** Writes a table of the ports of endpoints. */
function writePorts(description: Description, level: number, ports: readonly Fields[]): void {
  description.line(level, 'Ports:');
  description.titles(level + 1, 'Name\tPort\tProtocol');
  for (const port of ports) {
    const [name, number] = [string(port, 'name') || '<unset>', string(port, 'port') || '<unset>'];
    description.line(level + 1, `${name}\t${number}\t${string(port, 'protocol')}`);
  }
}

export const describeEndpoints: Describe = ({ description, object }) => {
  const { metadata } = object;
  description.field('Namespace', metadata.namespace);
  writeLabels(description, metadata);
  description.line(0, 'Subsets:');
  for (const subset of items(object, 'subsets')) {
    const addresses = (name: string): string =>
      items(subset, name)
        .map((each) => string(each, 'ip'))
        .join(',') || '<none>';
    description.line(1, `Addresses:\t${addresses('addresses')}`);
    description.line(1, `NotReadyAddresses:\t${addresses('notReadyAddresses')}`);
    const ports = items(subset, 'ports');
    if (ports.length > 0) writePorts(description, 1, ports);
    description.line(0, '');
  }
};

export const describeEndpointSlice: Describe = ({ description, object }) => {
  const { metadata } = object;
  description.field('Namespace', metadata.namespace);
  writeLabels(description, metadata);
  description.field('AddressType', string(object, 'addressType'));
  const ports = items(object, 'ports');
  if (ports.length === 0) description.line(0, 'Ports: <unset>');
  else writePorts(description, 0, ports);
  const endpoints = items(object, 'endpoints');
  description.line(0, endpoints.length > 0 ? 'Endpoints:' : 'Endpoints: <none>');
  for (const endpoint of endpoints) {
    const target = inner(endpoint, 'targetRef');
    description.line(1, `- Addresses:\t${texts(endpoint, 'addresses').join(', ')}`);
    description.line(2, 'Conditions:');
    description.line(3, `Ready:\t${string(endpoint, 'conditions', 'ready') || '<unset>'}`);
    description.line(2, `Hostname:\t${string(endpoint, 'hostname') || '<unset>'}`);
    if (string(target, 'name')) description.line(2, `TargetRef:\t${string(target, 'kind')}/${string(target, 'name')}`);
    description.line(2, `NodeName:\t${string(endpoint, 'nodeName') || '<unset>'}`);
    description.line(2, `Zone:\t${string(endpoint, 'zone') || '<unset>'}`);
  }
};

export const describeIngress: Describe = async (subject) => {
  const { object, description } = subject;
  const { metadata } = object;
  const spec = member(object, 'spec');
  writeMap(description, 'Labels', metadata.labels);
  description.field('Namespace', metadata.namespace);
  description.field(
    'Address',
    items(object, 'status', 'loadBalancer', 'ingress')
      .map((each) => string(each, 'ip') || string(each, 'hostname'))
      .join(','),
  );
  description.field('Ingress Class', string(spec, 'ingressClassName') || '<none>');
  const fallback = member(spec, 'defaultBackend');
  description.field('Default backend', fallback ? await backendText(subject, fallback) : '<default>');
  const tls = items(spec, 'tls');
  if (tls.length > 0) {
    description.line(0, 'TLS:');
    for (const each of tls) {
      const secret = string(each, 'secretName');
      description.line(
        1,
        secret
          ? `${secret} terminates ${texts(each, 'hosts').join(',')}`
          : `SNI routes ${texts(each, 'hosts').join(',')}`,
      );
    }
  }
  description.line(0, 'Rules:');
  description.titles(1, 'Host\tPath\tBackends');
  for (const rule of items(spec, 'rules')) {
    description.line(1, `${string(rule, 'host') || '*'}\t`);
    for (const path of items(rule, 'http', 'paths'))
      description.line(2, `\t${string(path, 'path')} \t${await backendText(subject, member(path, 'backend'))}`);
  }
  if (items(spec, 'rules').length === 0)
    description.line(1, `*\t*\t${fallback ? await backendText(subject, fallback) : '<default>'}`);
  writeAnnotations(description, metadata.annotations);
};

async function backendText(subject: Subject, backend: unknown): Promise<string> {
  const reference = member(backend, 'resource');
  if (reference)
    return `APIGroup: ${string(reference, 'apiGroup')}, Kind: ${string(reference, 'kind')}, Name: ${string(reference, 'name')}`;
  const name = string(backend, 'service', 'name');
  const port = string(backend, 'service', 'port', 'name') || string(backend, 'service', 'port', 'number');
  const endpoints = await endpointsOf(subject, name);
  if (!endpoints) return `${name}:${port} (<error: endpoints ${JSON.stringify(name)} not found>)`;
  const service = await subject.client
    .get<AnyObject>({
      group: '',
      version: 'v1',
      resource: 'services',
      namespace: subject.object.metadata.namespace ?? '',
      name,
    })
    .catch((error: unknown) => {
      // The addresses are also useful to a user who cannot read services.
      if (error instanceof ApiError) return undefined;
      throw error;
    });
  const servicePort = items(service, 'spec', 'ports').find(
    (each) => string(each, 'name') === port || string(each, 'port') === port,
  );
  return `${name}:${port} (${addressesText(endpoints, servicePort ? string(servicePort, 'name') : '')})`;
}
