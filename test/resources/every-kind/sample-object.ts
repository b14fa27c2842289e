import type { Dialect } from '../../../src/api/dialect.ts';
import type { ServedResource } from '../../../src/server/catalog/served-resource.ts';
import { generateObject } from './generate-object.ts';
import { hints } from './hints.ts';
import type { StoredObject } from './kind-client.ts';

interface UniqueValues {
  readonly name?: string;
  readonly spec?: object;
}

/** Values that must be unique among the objects of a kind, by resource. */
const UNIQUE: Readonly<Record<string, (index: number) => UniqueValues>> = {
  apiservices: (index) => ({ name: `v${index}.sample.example.com`, spec: { version: `v${index}` } }),
  customresourcedefinitions: (index) => ({
    name: `samples.group${index}.example.com`,
    spec: { group: `group${index}.example.com` },
  }),
  ipaddresses: (index) => ({ name: `10.96.1.${index}` }),
  services: (index) => ({
    spec: {
      clusterIP: `10.96.7.${index}`,
      clusterIPs: [`10.96.7.${index}`],
      healthCheckNodePort: 31_000 + index,
      ports: [{ name: 'sample', protocol: 'UDP', port: 53, targetPort: 53, nodePort: 32_000 + index }],
    },
  }),
  storageversions: (index) => ({ name: `example.com.sample${index}` }),
};

/** Returns a valid object of a resource with every possible field set. `index` makes it unique. */
export function sampleObject(resource: ServedResource, index: number, dialect: Dialect): StoredObject {
  const { name = `${resource.singular}-${index}`, spec } = UNIQUE[resource.resource]?.(index) ?? {};
  const metadata = {
    name,
    ...(resource.namespaced ? { namespace: 'default' } : {}),
    labels: { sample: 'sample', batch: `${index}` },
    annotations: { 'example.com/sample': 'sample' },
  };
  const object = generateObject(resource, metadata, hints);
  return dialect.renameAll(spec ? { ...object, spec: { ...(object.spec as object), ...spec } } : object);
}
