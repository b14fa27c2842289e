import { expect, test } from 'vitest';
import { webhookTarget } from '../../../src/outgoing/webhooks/webhook-target.ts';

test('a URL is called as written, with a cleaned path', () => {
  expect(webhookTarget({ url: 'https://hooks.example.com:8443/a//b/', caBundle: btoa('PEM') })).toEqual({
    url: 'https://hooks.example.com:8443/a/b',
    path: '/a/b',
    hosts: ['hooks.example.com:8443'],
    trust: { certificateAuthorities: 'PEM' },
  });
  expect(webhookTarget({ url: 'https://hooks.example.com' }).url).toBe('https://hooks.example.com/');
});

test('a service is called by its cluster name, which its certificate must contain', () => {
  expect(webhookTarget({ service: { namespace: 'default', name: 'hooks' } })).toEqual({
    url: 'https://hooks.default.svc:443/',
    path: '/',
    hosts: ['hooks.default.svc:443', 'hooks.default.svc'],
    service: { namespace: 'default', name: 'hooks', port: 443 },
    trust: { serverName: 'hooks.default.svc' },
  });
});
