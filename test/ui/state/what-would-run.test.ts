import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/api/object.ts';
import { whatWouldRun } from '../../../src/ui/state/consent/what-would-run.ts';

const object = (kind: string, others: object): ApiObject =>
  ({ kind, apiVersion: 'v1', metadata: { name: 'one' }, ...others }) as ApiObject;
const service = { namespace: 'shop', name: 'hook' };

describe('the code and calls that objects enable', () => {
  it.each([
    [
      'the code of a local service',
      object('Service', {
        metadata: { name: 'cart', namespace: 'shop', annotations: { 'tabplane.dev/local-service': 'code' } },
      }),
      ['Local service shop/cart runs its code in the sandbox'],
    ],
    [
      'a webhook at an address',
      object('MutatingWebhookConfiguration', {
        webhooks: [{ name: 'spy', clientConfig: { url: 'https://evil.example' } }],
      }),
      ['Webhook spy sends objects to https://evil.example'],
    ],
    [
      'a webhook of a service',
      object('ValidatingWebhookConfiguration', { webhooks: [{ name: 'spy', clientConfig: { service } }] }),
      ['Webhook spy sends objects to the service shop/hook'],
    ],
    [
      'an extension API server',
      object('APIService', { spec: { service } }),
      ['API one proxies requests to the service shop/hook'],
    ],
    [
      'the conversion of a definition',
      object('CustomResourceDefinition', {
        spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig: { service } } } },
      }),
      ['Definition one sends objects to the service shop/hook'],
    ],
  ])('include %s', (_, given, effects) => {
    expect(whatWouldRun([given])).toEqual(effects);
  });

  it('are empty for objects that enable nothing, however they are written', () => {
    const plain = [
      object('Service', {}),
      object('APIService', { spec: { service: null } }),
      object('CustomResourceDefinition', { spec: { conversion: { strategy: 'None' } } }),
      object('MutatingWebhookConfiguration', { webhooks: null }),
      object('ConfigMap', { data: { 'handler.js': 'export default () => 1' } }),
    ];
    expect(whatWouldRun(plain)).toEqual([]);
  });

  it('are none for kinds that have the name of a member of every JavaScript object', () => {
    expect(whatWouldRun([object('toString', {}), object('constructor', {}), object('__proto__', {})])).toEqual([]);
  });
});
