import { describe, expect, it } from 'vitest';
import type { NetworkPolicy } from '../../../src/api/kinds/networking-v1.generated.ts';
import { clustercidrs } from '../../../src/resources/networking/clustercidrs.ts';
import { ingressclasses } from '../../../src/resources/networking/ingressclasses.ts';
import { ingresses } from '../../../src/resources/networking/ingresses.ts';
import { ipaddresses } from '../../../src/resources/networking/ipaddresses.ts';
import { networkpolicies } from '../../../src/resources/networking/networkpolicies.ts';
import { created, createErrors, rowOf, strategyContext, updateErrors } from '../run-strategy.ts';

const backend = { service: { name: 'tea', port: { number: 8080 } } };
const rule = (path: object) => ({ rules: [{ host: 'tea.example.com', http: { paths: [{ backend, ...path }] } }] });

describe('an ingress', () => {
  it.each([
    [{}, 'spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified'],
    [rule({ path: '/a' }), 'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified'],
    [
      rule({ path: 'a', pathType: 'Exact' }),
      'spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path',
    ],
    [
      rule({ path: '/a/../b', pathType: 'Prefix' }),
      'spec.rules[0].http.paths[0].path: Invalid value: "/a/../b": must not contain \'/../\'',
    ],
    [
      rule({ path: '/a', pathType: 'Regex' }),
      'spec.rules[0].http.paths[0].pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"',
    ],
    [{ defaultBackend: {} }, 'spec.defaultBackend: Invalid value: "": resource or service backend is required'],
    [
      { defaultBackend: { service: { name: 'tea' } } },
      'spec.defaultBackend: Required value: port name or number is required',
    ],
    [
      { rules: [{ host: '10.0.0.1' }] },
      'spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
    ],
  ])('with %j is rejected: %s', async (spec, error) => {
    expect(await createErrors(ingresses, { spec })).toEqual([error]);
  });

  it('cannot set its class in the field and the annotation', () => {
    const metadata = { name: 'a', annotations: { 'kubernetes.io/ingress.class': 'old' } };
    const object = { apiVersion: '', kind: '', metadata, spec: { defaultBackend: backend } };
    expect(ingresses.strategy?.warnings?.(object, undefined, strategyContext())).toEqual([
      `annotation "kubernetes.io/ingress.class" is deprecated, please use 'spec.ingressClassName' instead`,
    ]);
  });

  it('shows three hosts and the number of others', () => {
    const rules = ['a', 'b', 'c', 'd'].map((host) => ({ host: `${host}.example.com` }));
    expect(rowOf(ingresses, { spec: { rules, tls: [{}] } })).toMatchObject({
      Hosts: 'a.example.com,b.example.com,c.example.com + 1 more...',
      Ports: '80, 443',
    });
  });
});

describe('an ingress class', () => {
  it('requires a controller name', async () => {
    expect(await createErrors(ingressclasses, { spec: { controller: 'plain' } })).toEqual([
      'spec.controller: Invalid value: "plain": must be a domain-prefixed path (such as "acme.io/foo")',
    ]);
  });

  it('shows an empty controller name in an update that removes it', async () => {
    const live = { spec: { controller: 'example.com/c' } };
    expect(await updateErrors(ingressclasses, live, { spec: {} })).toContain(
      'spec.controller: Invalid value: "": field is immutable',
    );
  });
});

describe('a network policy', () => {
  it('derives its policy types from its rules', async () => {
    const types = async (spec: object) => (await created<NetworkPolicy>(networkpolicies, { spec })).spec?.policyTypes;
    expect(await types({ podSelector: {} })).toEqual(['Ingress']);
    expect(await types({ podSelector: {}, egress: [{}] })).toEqual(['Ingress', 'Egress']);
  });

  it.each([
    [{ from: [{}] }, 'spec.ingress[0].from[0]: Required value: must specify a peer'],
    [
      { from: [{ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: {} }] },
      'spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer',
    ],
    [
      { from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }] },
      'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
    ],
    [
      { ports: [{ port: 'http', endPort: 90 }] },
      'spec.ingress[0].ports[0].endPort: Invalid value: 90: may not be specified when `port` is non-numeric',
    ],
    [
      { ports: [{ port: 80, endPort: 79 }] },
      'spec.ingress[0].ports[0].endPort: Invalid value: 80: must be greater than or equal to `port`',
    ],
  ])('with %j is rejected: %s', async (ingress, error) => {
    expect(await createErrors(networkpolicies, { spec: { podSelector: {}, ingress: [ingress] } })).toEqual([error]);
  });
});

describe('a cluster CIDR', () => {
  it('requires at least four host bits for each node', async () => {
    expect(await createErrors(clustercidrs, { spec: { ipv4: '10.8.0.0/16', perNodeHostBits: 2 } })).toEqual([
      'spec.perNodeHostBits: Invalid value: 2: must be greater than or equal to 4',
    ]);
  });

  it('is immutable', async () => {
    const spec = { ipv4: '10.8.0.0/16', perNodeHostBits: 8 };
    expect(await updateErrors(clustercidrs, { spec }, { spec: { ...spec, ipv4: '10.9.0.0/16' } })).toEqual([
      'spec.ipv4: Invalid value: "10.9.0.0/16": field is immutable',
    ]);
  });
});

describe('an IP address', () => {
  it.each([
    ['10.0.0.1', []],
    ['2001:db8:0::1', ['not a valid ip in canonical format']],
    ['tea', ['ParseAddr("tea"): unable to parse IP']],
  ])('with the name %s gets the errors %j', (name, errors) => {
    expect(ipaddresses.validateName?.(name, false)).toEqual(errors);
  });
});
