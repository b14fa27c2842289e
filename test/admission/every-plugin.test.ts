import { describe, expect, test } from 'vitest';
import { PLUGIN_CASES } from './plugin-cases.ts';
import type { PluginCase } from './plugin-requests.ts';
import { openPluginServer, type PluginFlags } from './plugin-server.ts';

const withPlugin = ({ plugin, isOptional, flags }: PluginCase): PluginFlags => ({
  ...flags,
  ...(isOptional ? { enable: [plugin] } : {}),
});
const withoutPlugin = ({ plugin, isOptional, flags: { disable = [] } = {} }: PluginCase): PluginFlags => ({
  disable: isOptional ? disable : [...disable, plugin],
});

/** Returns the responses to both requests of a case, each from its own server. */
async function responsesTo({ given = [], left, acted }: PluginCase, flags: PluginFlags) {
  const answers = [];
  for (const request of [left, acted]) {
    const server = await openPluginServer(flags);
    await server.ask({ path: '/api/v1/namespaces', body: { metadata: { name: 'x' } } });
    await server.ask({ path: '/api/v1/namespaces/x/serviceaccounts', body: { metadata: { name: 'default' } } });
    for (const each of given) await server.ask(each);
    answers.push(await server.ask(request));
    await server.close();
  }
  const [toLeft, toActed] = answers;
  return { left: toLeft, acted: toActed };
}

const expected = ({ plugins = [], ...effect }: PluginCase['effect']) => ({
  ...effect,
  ...(plugins.length > 0 ? { plugins: expect.arrayContaining([...plugins]) } : {}),
});

// A disabled plugin has no effect, so no test passes without the plugin that it tests.
describe.each(PLUGIN_CASES)('$plugin $rule', (each) => {
  test('when enabled', async () => {
    const { left, acted } = await responsesTo(each, withPlugin(each));
    expect(left?.status).toBeLessThan(300);
    expect(acted).toMatchObject(expected(each.effect));
  });

  test('has no effect when disabled', async () => {
    const { acted } = await responsesTo(each, withoutPlugin(each));
    expect(acted).not.toMatchObject(expected(each.effect));
  });
});

test('every plugin of the table has a case', () => {
  expect(PLUGIN_CASES.map(({ plugin }) => plugin).toSorted()).toEqual([
    ...['AlwaysAdmit', 'AlwaysDeny', 'AlwaysPullImages', 'CertificateApproval', 'CertificateSigning'],
    ...['CertificateSubjectRestriction', 'DefaultIngressClass', 'DefaultStorageClass', 'DefaultTolerationSeconds'],
    ...['DenyServiceExternalIPs', 'EventRateLimit', 'ExtendedResourceToleration', 'ImagePolicyWebhook'],
    ...['LimitPodHardAntiAffinityTopology', 'LimitRanger', 'MutatingAdmissionWebhook', 'NamespaceAutoProvision'],
    ...['NamespaceExists', 'NamespaceLifecycle', 'NodeRestriction', 'OwnerReferencesPermissionEnforcement'],
    ...['PersistentVolumeClaimResize', 'PersistentVolumeLabel', 'PodNodeSelector', 'PodSecurity'],
    ...['PodTolerationRestriction', 'Priority', 'ResourceQuota', 'RuntimeClass', 'SecurityContextDeny'],
    ...['ServiceAccount', 'StorageObjectInUseProtection', 'TaintNodesByCondition', 'ValidatingAdmissionPolicy'],
    'ValidatingAdmissionWebhook',
  ]);
});

test('no plugin is both enabled and disabled', async () => {
  const flags = { enable: ['NodeRestriction', 'AlwaysDeny'], disable: ['AlwaysDeny', 'NodeRestriction'] };
  await expect(openPluginServer(flags)).rejects.toThrow(
    '[AlwaysDeny NodeRestriction] in enable-admission-plugins and disable-admission-plugins overlapped',
  );
});
