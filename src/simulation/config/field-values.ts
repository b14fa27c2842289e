import type { Container, Pod, ResourceFieldSelector } from '../../api/kinds/core-v1.generated.ts';
import { resourceAmount } from '../../api/scheduling/resource-amounts.ts';

type Quantities = Readonly<Record<string, string | number>>;

/** Returns the value of a pod's field in the downward API; undefined for an unknown field. */
export function fieldValue({ metadata, spec, status }: Pod, path = ''): string | undefined {
  const entry = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path);
  if (entry) return metadata[entry[1] === 'labels' ? 'labels' : 'annotations']?.[entry[2] ?? ''] ?? '';
  const addresses = (status?.podIPs ?? []).map(({ ip }) => ip);
  const fields: Readonly<Record<string, string | undefined>> = {
    'metadata.name': metadata.name,
    'metadata.namespace': metadata.namespace,
    'metadata.uid': metadata.uid,
    'metadata.labels': entriesText(metadata.labels),
    'metadata.annotations': entriesText(metadata.annotations),
    'spec.nodeName': spec?.nodeName,
    'spec.serviceAccountName': spec?.serviceAccountName,
    'status.hostIP': status?.hostIP,
    'status.podIP': status?.podIP,
    'status.podIPs': addresses.join(',') || status?.podIP,
  };
  return fields[path];
}

/** Returns labels or annotations as lines `key="value"`. */
const entriesText = (entries: Readonly<Record<string, string>> = {}): string =>
  Object.keys(entries)
    .sort()
    .map((key) => `${key}=${JSON.stringify(entries[key])}`)
    .join('\n');

/**
 * Returns the request or limit of a container for a resource, in units of the divisor, rounded up.
 * @param allocatable of the node, which limits a container without limits
 */
export function resourceValue(
  container: Container | undefined,
  { resource, divisor }: ResourceFieldSelector,
  allocatable: Quantities,
): string {
  const [kind = '', name = ''] = resource.split(/\.(.*)/);
  const { limits = {}, requests = {} } = container?.resources ?? {};
  const quantity = (kind === 'limits' ? (limits[name] ?? allocatable[name]) : requests[name]) ?? '0';
  const unit = resourceAmount(name, divisor ?? '0') || resourceAmount(name, '1');
  return String(Math.ceil(resourceAmount(name, quantity) / unit));
}
