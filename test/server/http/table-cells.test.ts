import { describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { behaviors } from '../../../src/resources/index.ts';
import { tableJson } from '../../../src/server/http/table-json.ts';
import { createReadServer } from '../read-server.ts';

const { server } = await createReadServer({ behaviors });

interface Row {
  cells: unknown[];
  conditions?: unknown;
}

/** Returns the row of an object, with its cells by column name. */
function rowOf(path: string, fields: object): Row & { cell: Record<string, unknown> } {
  const [group = '', version = '', plural = ''] = path.split(' ');
  const resource = server.resources.find(group, version, plural);
  if (!resource) throw new Error(`${path} is not served`);
  const stored = { metadata: { name: 'a' }, ...fields } as ApiObject;
  const options = {
    apiVersion: 'meta.k8s.io/v1',
    includeObject: 'None',
    now: 0,
    dialect: kubernetesDialect,
    resource,
  } as const;
  const text = tableJson([{ stored, json: () => JSON.stringify(stored) }], {}, options);
  const { columnDefinitions, rows } = JSON.parse(text) as { columnDefinitions: { name: string }[]; rows: [Row] };
  const [row] = rows;
  return { ...row, cell: Object.fromEntries(columnDefinitions.map(({ name }, index) => [name, row.cells[index]])) };
}

describe('tables show', () => {
  test('the default storage class', () => {
    const nameOf = (annotations: Record<string, string>) =>
      rowOf('storage.k8s.io v1 storageclasses', { metadata: { name: 'fast', annotations }, provisioner: 'p' }).cell
        .Name;
    expect(nameOf({ 'storageclass.kubernetes.io/is-default-class': 'true' })).toBe('fast (default)');
    expect(nameOf({ 'storageclass.beta.kubernetes.io/is-default-class': 'true' })).toBe('fast (default)');
    expect(nameOf({ 'storageclass.kubernetes.io/is-default-class': 'false' })).toBe('fast');
  });

  test('that a pod has terminated', () => {
    const conditionsOf = (phase: string) => rowOf(' v1 pods', { status: { phase } }).conditions;
    expect(conditionsOf('Succeeded')).toEqual([
      { type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' },
    ]);
    expect(conditionsOf('Failed')).toEqual([
      { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
    ]);
    expect(conditionsOf('Running')).toBeUndefined();
  });

  test('the first hosts and the unique addresses of an ingress', () => {
    const rules = ['a', 'b', '', 'c', 'd'].map((host) => (host ? { host } : {}));
    const ingress = [{ ip: '192.0.2.2' }, { hostname: 'lb' }, { ip: '192.0.2.1' }, { ip: '192.0.2.2' }];
    const { cell } = rowOf('networking.k8s.io v1 ingresses', {
      spec: { rules },
      status: { loadBalancer: { ingress } },
    });
    expect(cell).toMatchObject({ Hosts: 'a,b,c + 2 more...', Address: '192.0.2.1,192.0.2.2,lb' });
    const few = rowOf('networking.k8s.io v1 ingresses', { spec: { rules: [{ host: 'a' }, {}] } });
    expect(few.cell).toMatchObject({ Hosts: 'a', Address: '', Ports: '80' });
  });

  test('that endpoints have no ready addresses, or none at all', () => {
    const endpoints = (subsets: unknown) => rowOf(' v1 endpoints', { subsets }).cell.Endpoints;
    expect(endpoints([])).toBe('<none>');
    expect(endpoints([{ notReadyAddresses: [{ ip: '192.0.2.1' }] }])).toBe('');
    expect(endpoints([{ addresses: [{ ip: '2001:db8::1' }], ports: [{ port: 80 }] }])).toBe('[2001:db8::1]:80');
  });

  test('port names of a slice without numbers', () => {
    const ports = (...given: object[]) => rowOf('discovery.k8s.io v1 endpointslices', { ports: given }).cell.Ports;
    expect(ports({ name: 'web' }, { name: 'x', port: 80 })).toBe('web,80');
    expect(ports({ name: '' })).toBe('<unset>');
    expect(ports({})).toBe('*');
  });
});
